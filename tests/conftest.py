"""Settings of all tests: none asserts a time, since the machine is shared and a kernel may be compiled in between."""

import os

from hypothesis import HealthCheck, settings

os.environ["GRUNDY_LANG"] = "en"  # whatever the system speaks
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
