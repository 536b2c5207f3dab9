"""What tests of several packages share: small repositories made at run time."""
