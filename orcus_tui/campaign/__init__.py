"""Campaigns: the fights of a group from evening to evening, with their days, awards and loot.

A campaign is a folder with a `campaign.toml`. The file has only what cannot be computed from encounters and journals.
"""
