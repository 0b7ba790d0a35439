"""What holds for all tests."""

import signal

from hypothesis import HealthCheck, settings

# What takes long on a busy machine is no mistake: no example has a deadline, and none is too slow to be drawn. Files
# that fixtures make for a test are good for all of its examples.
_CHECKS = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile("crossarc", deadline=None, suppress_health_check=_CHECKS)
settings.load_profile("crossarc")

# Programs that tests start are to hear signals, even where the tests themselves do not: in a shell's background job, or
# under nohup.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
