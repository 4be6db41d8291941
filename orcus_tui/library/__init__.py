"""The library: creatures to add by name, those that ship with the program and the user's own.

May import `importers` and the packages below it. Nothing is read before it is needed. Start reading at `library`;
`facts` has what lists show about a creature, `query` the search language.
"""
