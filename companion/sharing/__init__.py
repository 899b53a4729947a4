"""What leaves the device: files to give away, the page for spectators."""
