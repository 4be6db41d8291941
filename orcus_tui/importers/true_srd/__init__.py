"""Stat blocks of the True SRD. Start reading at `true_srd_json`."""
