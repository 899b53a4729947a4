"""What the networks are worth: on photographs, on drawn scenes, on packs of every kind."""
