"""`python -m crossarc` is the command line."""

from crossarc.cli import main

main()
