"""Films written down as streams of looks, listed, followed again and judged, and what is fitted on them."""
