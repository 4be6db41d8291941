"""The base of all that journals hold."""

from msgspec import Struct


class JournalStruct(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A value that journals hold, its fields by name; those at their default are left out, unknown ones refused.

    Journals outlive the program: a field may be added with a default, but none renamed or removed. Frozen values of
    values form no cycles, and a long fight has very many of them, which slow down the garbage collector.
    """
