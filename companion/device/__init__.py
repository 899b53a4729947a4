"""What this device keeps and has: settings, tables it has seen, decks of one's own, cameras."""
