"""From query and candidates to ranked hits with reasons. Pure over candidates."""
