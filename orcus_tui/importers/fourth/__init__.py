"""Stat blocks of the fourth edition, read as creatures of Orcus.

A module for each format. They share `orcus_words`, which puts their words into those of Orcus, and `printed`, which
hands the fields of a stat block to the importer of Orcus: its grammar is that of the fourth edition.
"""
