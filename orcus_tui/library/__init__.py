"""The library: creatures to add by name, those that ship and a person's own. Nothing is read before it is asked for."""
