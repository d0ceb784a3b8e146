"""Everything that house players know: families of environments, three structurally different variants in each."""

from assets.tables import DOMAINS
from orchestration.resources.house.families.code_lock import CODE_LOCK
from orchestration.resources.house.families.hidden_rule import HIDDEN_RULE
from orchestration.resources.house.families.maze import MAZE
from orchestration.resources.house.families.packing import PACKING
from orchestration.resources.house.families.secret_writing import SECRET_WRITING
from orchestration.resources.house.families.take_away import TAKE_AWAY
from orchestration.resources.house.families.variant import Variant

FAMILIES: tuple[tuple[Variant, Variant, Variant], ...] = (
    HIDDEN_RULE,
    CODE_LOCK,
    MAZE,
    SECRET_WRITING,
    PACKING,
    TAKE_AWAY,
)

VARIANTS: tuple[Variant, ...] = tuple(variant for family in FAMILIES for variant in family)


def variant_for(domain: str, repertoire: int) -> Variant:
    """What an author writes when it is asked for `domain`.

    Authors of a week share their domains; six authors with repertoires 0 to 5 and three consecutive domains write
    every variant once.
    """
    index = DOMAINS.index(domain)
    family = FAMILIES[(index + repertoire) % len(FAMILIES)]
    return family[index % len(family)]
