"""Stat blocks of SRD 5.1: JSON of several programs and TOML of dndme, with one grammar of prose.

Start reading at `srd5_json`; `powers` turns actions into powers for all formats, `clauses` has the patterns of prose.
"""
