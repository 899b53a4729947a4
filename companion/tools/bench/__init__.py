"""The filmed bench: how often a table is followed right, measured on deals that nobody played.

    python -m companion.tools bench --games all --deals 20 --level 1 ...   # films, or --witness: without pictures
    python -m companion.tools.bench.endurance evening.mp4 --minutes 60     # memory over an hour
"""
