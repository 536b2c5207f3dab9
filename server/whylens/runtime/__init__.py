"""The few places that touch the machine: paths, locks, project identity, processes."""
