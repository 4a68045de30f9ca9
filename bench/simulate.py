"""How fast the simulator is: ``python bench/simulate.py``. The same figures as ``punto bench simulate``."""

import json

from punto.simulate.bench import run

if __name__ == "__main__":
    print(json.dumps(run(), indent=2))
