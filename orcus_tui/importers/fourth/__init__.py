"""Stat blocks of the fourth edition, read as creatures of Orcus.

There is a module for each format. They share `printed`, which rewrites the words of a stat block as those of Orcus and
passes its parts to the importer of Orcus, whose grammar is that of the fourth edition.
"""
