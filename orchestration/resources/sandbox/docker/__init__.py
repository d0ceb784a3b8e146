"""Containers of a Docker engine, one an environment, with a process an episode."""
