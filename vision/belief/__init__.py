"""One belief about what lies on the table: hypotheses, weighed by what every look shows.  Knows labels, never games."""
