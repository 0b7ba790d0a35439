"""Before Ray starts."""

import os

# Its workers would give way to everything else on the machine, and on a busy one never get anything done.
os.environ.setdefault("RAY_worker_niceness", "0")
