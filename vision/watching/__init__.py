"""What changes from frame to frame: motion, the camera's view of the table, arms, the bare cloth, rolled dice."""
