"""The base of all values in journals."""

from msgspec import Struct


class JournalStruct(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A value in journals, with its fields by name; fields at their default are left out, unknown fields are refused.

    Journals outlive the program: a field may be added with a default, but no field may be renamed or removed. The
    garbage collector does not track these values: they are frozen and cannot form cycles, and a long fight has very
    many of them.
    """
