"""What holds for all tests."""

import signal

# Programs that tests start are to hear signals, even where the tests themselves do not: in a shell's background job, or
# under nohup.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
