"""Images of figures: smaller, and the same picture."""

import base64

from playwright.sync_api import Page

from assets.tournament_report.image import LARGEST, deflated, image
from assets.tournament_report.plots import figures
from tournament_report.made_results import made_results

PIXELS = """async png => {
    const picture = new Image(); picture.src = 'data:image/png;base64,' + png; await picture.decode();
    const canvas = new OffscreenCanvas(picture.width, picture.height), pen = canvas.getContext('2d');
    pen.drawImage(picture, 0, 0);
    const bytes = pen.getImageData(0, 0, picture.width, picture.height).data;
    return [picture.width, picture.height, Array.from(new Uint8Array(
        await crypto.subtle.digest('SHA-256', bytes))).join()]
}"""


def pixels(page: Page, png: bytes) -> list[object]:
    """What a browser makes of a PNG: width, height and a hash of all its pixels."""
    found: list[object] = page.evaluate(PIXELS, base64.b64encode(png).decode())
    return found


def test_an_image_is_the_same_picture_in_fewer_bytes(browser):
    page = browser.new_page()
    # Hashes are for secure pages only, and a page from disk is one.
    page.goto("file:///")
    figure = next(figure for figure in figures(made_results()) if figure.chart is not None)
    drawn = figure.png(1)
    small = deflated(drawn)
    assert len(small) < len(drawn) / 2
    assert pixels(page, small) == pixels(page, drawn)
    assert len(image(figure)) <= LARGEST
