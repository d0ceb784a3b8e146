"""What an author is told of before it may harden an environment: how it and a small panel fare in it."""
