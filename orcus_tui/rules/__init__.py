"""What follows from what happens; wherever rules systems differ, the system is asked."""
