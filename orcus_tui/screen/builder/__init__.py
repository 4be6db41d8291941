"""The screen that builds an encounter from the library, with its difficulty, and writes it to a file.

It imports `widgets`, `dialogs`, and the package `builder`, which makes all decisions. Start reading at
`builder_screen`.
"""
