"""What holds for all tests."""

import signal

# Programs that tests start are to hear Ctrl-C, even where the tests themselves do not: in a shell's background job.
signal.signal(signal.SIGINT, signal.default_int_handler)
