"""One open table off the screen's thread: the controller, the sitting, the page that its screen shows."""
