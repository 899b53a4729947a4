"""The subcommands of `companion`, a module each with `add_arguments(parser)` and `run(args) -> int`.

    companion watch evening.mp4 --game limbo --players Ann,Bob      # companion/commands/watching.py

`companion/__main__.py` names them and imports only the one asked for.
"""
