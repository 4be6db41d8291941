"""The tracker on a screen: it draws a fight and its log, and turns keys into lines of the language."""
