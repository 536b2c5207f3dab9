"""From hits and a budget to the text an assistant reads. Pure."""
