"""Random inputs for the campaign: fights, lines, keys, words and files, each from a seed."""
