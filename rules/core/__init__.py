"""What every game is made of.  Imports nothing of ours outside this folder; each module is imported by its own name."""
