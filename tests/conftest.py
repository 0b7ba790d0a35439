"""What holds for all tests."""

import os
import signal

from hypothesis import HealthCheck, settings

# What takes long on a busy machine is no mistake: no example has a deadline, and none is too slow to be drawn. Files
# that fixtures make for a test are good for all of its examples. The examples are the same in every run, so that it is
# the code that makes tests fail; CROSSARC_FUZZ=1 draws new ones.
_CHECKS = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
_IS_FUZZING = bool(os.environ.get("CROSSARC_FUZZ"))
settings.register_profile(
    "crossarc", deadline=None, suppress_health_check=_CHECKS, derandomize=not _IS_FUZZING, print_blob=True
)
settings.load_profile("crossarc")

# Programs that tests start are to hear signals, even where the tests themselves do not: in a shell's background job, or
# under nohup.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
