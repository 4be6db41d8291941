"""The settings file, the folders of the operating system, and the page about the settings.

May import `library` and below. Start reading at `settings`.
"""
