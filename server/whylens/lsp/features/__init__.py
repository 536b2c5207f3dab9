"""One file per thing the protocol can ask for; each has a `register(server)` and hardly any logic."""
