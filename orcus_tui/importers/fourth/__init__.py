"""Stat blocks of the fourth edition, read as creatures of Orcus.

A module for each format. They share `printed`, which puts the words of a stat block into those of Orcus and hands its
parts to the importer of Orcus: its grammar is that of the fourth edition.
"""
