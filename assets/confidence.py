"""The confidence level of every interval and test."""

LEVEL = 0.95

TAIL = 0.025
"""What an interval of LEVEL leaves out on either side."""
