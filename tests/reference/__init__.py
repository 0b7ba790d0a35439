"""Slow, obvious implementations, straight from the definitions, that the fast ones are tested against."""
