"""Deals played through the app by touch."""
