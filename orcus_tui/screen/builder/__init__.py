"""The screen that builds an encounter from the library, with its difficulty, and writes it to a file.

Imports `widgets` and `dialogs`, and the package `builder` for all it decides. Start reading at `builder_screen`.
"""
