"""Stat blocks of the fourth edition, read as creatures of Orcus.

There is a module for each format. They share `printed`, which translates the terms of a stat block to Orcus and passes
its parts to the Orcus importer; the grammar is the same.
"""
