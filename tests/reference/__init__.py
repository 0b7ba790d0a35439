"""Slow, obvious implementations that the fast ones are tested against."""
