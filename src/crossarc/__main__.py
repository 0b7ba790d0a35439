"""`python -m crossarc` is the command line."""

from crossarc.cli import main

if __name__ == "__main__":
    main()
