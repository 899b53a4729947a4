"""What only developers run, behind one door; nothing else imports from here.

    python -m companion.tools bench --games all --witness     # how often a table is followed right
    python -m companion.tools.headless python -m companion.tools pictures -o docs     # ... without a screen
"""
