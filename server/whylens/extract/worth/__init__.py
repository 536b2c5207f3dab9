"""How much a sentence is worth keeping: a learned second reading, for one passage that is looked at closely."""
