"""How examples are drawn for properties: the same ones everywhere, and never by the clock.

`--hypothesis-profile=search` looks for others.
"""

from hypothesis import HealthCheck, settings

settings.register_profile("same", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("search", settings.get_profile("same"), derandomize=False)
settings.load_profile("same")
