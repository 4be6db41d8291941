"""The settings file, and the paths of the program's files on this machine.

May import `library` and the packages below it.
Start reading at `settings` (the table `SETTINGS` has every key); `paths` has the folders.
"""
