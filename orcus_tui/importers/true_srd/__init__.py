"""True SRD stat blocks. Start reading at `true_srd_json`."""
