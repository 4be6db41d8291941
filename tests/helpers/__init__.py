"""Helpers of the tests, a package for each subject."""
