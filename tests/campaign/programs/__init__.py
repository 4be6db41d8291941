"""Programs that the campaign starts, and kills, as processes."""
