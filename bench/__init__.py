"""Every figure Whylens claims has a command here."""
