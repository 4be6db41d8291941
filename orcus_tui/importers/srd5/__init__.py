"""Fifth-edition stat blocks: text, Markdown, JSON, YAML, XML and tables of programs, with one grammar of prose.

Each format is read into a `PrintedCreature`; start reading at `printed_creature`. The formats of programs are tables of
`field_maps`. `powers` turns actions into powers for all formats, `clauses` has the patterns of prose.
"""
