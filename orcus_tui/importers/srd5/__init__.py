"""Fifth-edition stat blocks: text, Markdown, JSON, YAML, XML and tables of programs, with one grammar of prose.

A format finds what a creature prints, a `PrintedCreature`; start reading at `printed_creature`. Those of programs are
tables of `field_maps`. `powers` turns actions into powers for all formats, `clauses` has the patterns of prose.
"""
