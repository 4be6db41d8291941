"""The start of the program in the folder that needs no Python."""

from orcus_tui.child_process import run_frozen

if __name__ == "__main__":
    run_frozen()
