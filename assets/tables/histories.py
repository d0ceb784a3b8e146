"""What weeks come to: trends, and what dossiers do."""

from assets.schema import Column, ForeignKey, Table
from assets.tables.columns import WEEK, count
from assets.tables.words import BOARDS, CHANGES, DOSSIER_OUTCOMES

SEASON_TRENDS = Table(
    "season_trends",
    "Who rises and who falls on each board over the season's weeks so far. Ratings are relative, with mean 1,000 every "
    "week: who stands still falls while others rise. The other boards are shares of their own week's environments and "
    "panel: a solver that stands still falls there, too, when authors write harder environments.",
    ("board", "contestant"),
    (
        WEEK,
        Column("board", "VARCHAR", "The score (protocol section 5), that of each week alone.", values=BOARDS),
        Column("contestant", "VARCHAR", "A contestant of this week."),
        count("weeks", "Weeks so far in which it has a value on the board.", "weeks"),
        Column("first_week", "DATE", "The first of them.", nullable=True),
        Column(
            "slope",
            "DOUBLE",
            "Change per calendar week, by least squares; a share, or Elo points on the rating boards. Null below 3 "
            "weeks.",
            nullable=True,
        ),
        Column("std_error", "DOUBLE", "Standard error of the slope, weeks being the unit.", nullable=True, minimum=0),
        Column("ci_low", "DOUBLE", "Lower end of its 95 % interval (t with weeks − 2 degrees).", nullable=True),
        Column("ci_high", "DOUBLE", "Upper end.", nullable=True),
        Column("p_value", "DOUBLE", "Two-sided t test that the slope is 0.", nullable=True, minimum=0, maximum=1),
        Column(
            "p_holm", "DOUBLE", "Holm-adjusted over the contestants of the board.", nullable=True, minimum=0, maximum=1
        ),
        Column(
            "change",
            "VARCHAR",
            "What the interval of the slope says: above 0, below 0, or `level`: it holds 0, no change is shown, which "
            "is not to say that there is none. Null without an interval.",
            nullable=True,
            values=CHANGES,
        ),
        Column("note", "VARCHAR", "What must be known of this row, such as why a number is null.", nullable=True),
    ),
    (ForeignKey(("contestant",), "contestants", ("contestant",)),),
)

DOSSIER_EFFECTS = Table(
    "dossier_effects",
    "What being shown a dossier does to an author's environments, over the season's weeks so far. Needs a season that "
    "takes dossiers away again (`dossier_alternates`): each author's weeks with one are compared with its weeks "
    "without, freed of the author's own linear trend.",
    ("outcome",),
    (
        WEEK,
        Column(
            "outcome",
            "VARCHAR",
            "Mean over an author's environments of a week: discrimination, hint gain, share of unaided attempts that "
            "succeed, or the share of environments that are admitted.",
            values=DOSSIER_OUTCOMES,
        ),
        count("authors", "Authors that the effect rests on: those whose dossier was taken away again.", "authors"),
        count("weeks_with", "Their weeks with a dossier, each author's counted.", "author-weeks"),
        count("weeks_without", "Their weeks without one.", "author-weeks"),
        Column("effect", "DOUBLE", "Mean over the authors of with minus without; a share.", nullable=True),
        Column("std_error", "DOUBLE", "Its standard error, authors being the unit.", nullable=True, minimum=0),
        Column("ci_low", "DOUBLE", "Lower end of its 95 % interval (t with authors − 1 degrees).", nullable=True),
        Column("ci_high", "DOUBLE", "Upper end.", nullable=True),
        Column(
            "p_value",
            "DOUBLE",
            "Two-sided sign-flip test over authors that the effect is 0; of one outcome, not adjusted for there being "
            "four.",
            nullable=True,
            minimum=0,
            maximum=1,
        ),
        Column("note", "VARCHAR", "What must be known of this row, such as why a number is null.", nullable=True),
    ),
)
