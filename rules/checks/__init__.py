"""What checks the engines by playing them: at random, with faults planted, against every hidden deal, by the clock."""
