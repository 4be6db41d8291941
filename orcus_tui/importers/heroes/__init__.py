"""Heroes: characters of other programs and sheets, and the powers that their books describe."""
