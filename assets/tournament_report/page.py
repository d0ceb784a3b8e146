"""The page: the report's template, filled. Whatever is put into it is escaped, unless it is markup made here."""

from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from assets.tournament_report import numbers
from assets.tournament_report.figure import Figure

_FILTERS = (
    numbers.rating,
    numbers.percent,
    numbers.correlation,
    numbers.count,
    numbers.dollars,
    numbers.p_value,
)


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("assets.tournament_report"),
        autoescape=True,
        undefined=StrictUndefined,
        lstrip_blocks=True,
    )
    environment.filters |= {function.__name__: function for function in (*_FILTERS, svg)}
    return environment


def svg(figure: Figure) -> Markup:
    """The plot, to stand in the page."""
    return Markup(figure.svg())  # noqa: S704 - the renderer escapes the texts in it.


_TEMPLATES = _environment()
_STYLE = files("assets.tournament_report").joinpath("templates", "report.css")


def page(**facts: object) -> str:
    """The whole page as HTML.

    Args:
        facts: what the templates name, see `report`; one that is missing is an error.
    """
    style = Markup(_STYLE.read_text(encoding="utf-8"))  # noqa: S704 - a file of ours.
    return _TEMPLATES.get_template("report.html.j2").render(style=style, **facts)
