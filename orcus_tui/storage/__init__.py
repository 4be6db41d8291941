"""Files: encounters, atomic writes, the journal and what is recovered from it."""
