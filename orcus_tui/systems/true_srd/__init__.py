"""The True SRD, with a damage track in place of hit points. Start reading at `system`."""
