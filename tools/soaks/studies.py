"""Studies at the size of the manual: what was published about counts is found again."""

from punto.report.studies import study
from punto.report.studies.counting import COUNTS
from tools.soaks import Figures, soak

SHOES, MOST = 20_000, 3.0  # standard errors, beyond half a digit of what was printed


@soak(f"studies: five published counts win what was published, {SHOES:,} shoes")
def published_counts() -> Figures:
    document = study("counting", SHOES, 1).document
    figures: dict[str, object] = {"shoes": f"{SHOES:,}"}
    for count in COUNTS:
        found = document["counts"][count.name]["published"]["found"]
        printed = 0.5 * 10.0 ** -len(str(count.units).partition(".")[2])
        off = max(0.0, abs(found["units"] - count.units) - printed) / found["stderr"]
        if off > MOST:
            raise AssertionError(
                f"{count.name} wins {found['units']:.4f}, published {count.units}: {off:.1f} errors off"
            )
        figures[count.name] = f"{found['units']:.3f} ± {found['stderr']:.3f}, published {count.units}"
    return figures
