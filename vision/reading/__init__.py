"""A picture to `Detections`: where indices, cards and dice are, what they say, and which card they belong to."""
