"""SRD 5.1 with open and move actions. Start reading at `system`."""
