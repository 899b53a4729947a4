"""A PDF drawn in millimetres."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Protocol

from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from calibration.files import write_whole
from calibration.table import Point

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # width and height in mm, upright
INK, GREY = "#1A1A1A", "#8A8A8A"
_FONTS = Path(__file__).parent.parent / "fonts"

PaperSize = tuple[float, float]


class Pen(Protocol):
    """What draws on paper or into a picture; millimetres, y up from the lower edge."""

    def text(self, text: str, at: Point, height: float, colour: str = INK) -> None:
        """A line of text; at: where it begins, mm."""

    def shape(self, outlines: Sequence[Sequence[Point]], fill: str | None = INK, stroke: str | None = None,
              width: float = 0.3) -> None:
        """Closed outlines, mm, filled and drawn."""

    def disc(self, centre: Point, radius: float, fill: str | None = INK) -> None:
        """A round spot, mm."""

    def turned(self, centre: Point) -> AbstractContextManager[None]:
        """What is drawn within stands on its head about a point."""


class Paper:
    """Pages of one size; every length is in millimetres, y up from the lower edge."""

    def __init__(self, path: Path, size_mm: PaperSize, title: str) -> None:
        for name in ("ClearSans-Regular", "ClearSans-Bold"):
            pdfmetrics.registerFont(TTFont(name, _FONTS / f"{name}.ttf"))
        self.width, self.height = size_mm
        self.pages = 0
        self.path = path
        self.canvas = Canvas("", pagesize=(size_mm[0] * mm, size_mm[1] * mm), invariant=True)
        self.canvas.setTitle(title)
        self.canvas.setCreator("Table Companion")

    def end_page(self) -> None:
        """What follows goes on the next page."""
        self.canvas.showPage()
        self.pages += 1

    def save(self) -> None:
        """Write the pages, all or none; raises FileError."""
        write_whole(self.path, self.canvas.getpdfdata())

    def text(self, text: str, at: Point, height: float, colour: str = INK, align: str = "centre",
             bold: bool = True) -> None:
        """A line of text whose capitals are `height` mm high, standing on `at`."""
        self.canvas.setFillColor(colour)
        self.canvas.setFont(self._font(bold), height * mm / 0.72)
        draw = {"centre": self.canvas.drawCentredString, "left": self.canvas.drawString,
                "right": self.canvas.drawRightString}[align]
        draw(at[0] * mm, at[1] * mm, text)

    def fitted(self, text: str, at: Point, height: float, width: float, colour: str = INK, bold: bool = False) -> None:
        """A line of text that ends at `at`, smaller than `height` where it would be wider than `width`."""
        name, size = self._font(bold), height * mm / 0.72
        wide = pdfmetrics.stringWidth(text, name, size) / mm
        self.text(text, at, height * min(1.0, width / max(wide, 1e-6)), colour, "right", bold)

    def wrapped(self, text: str, height: float, width: float, bold: bool = False) -> list[str]:
        """The text in lines of at most `width`."""
        return simpleSplit(text, self._font(bold), height * mm / 0.72, width * mm) or [""]

    @staticmethod
    def _font(bold: bool) -> str:
        return "ClearSans-Bold" if bold else "ClearSans-Regular"

    def line(self, start: Point, end: Point, colour: str = INK, width: float = 0.2) -> None:
        """A straight line, mm."""
        self.canvas.setStrokeColor(colour)
        self.canvas.setLineWidth(width * mm)
        self.canvas.line(start[0] * mm, start[1] * mm, end[0] * mm, end[1] * mm)

    def shape(self, outlines: Sequence[Sequence[Point]], fill: str | None = INK, stroke: str | None = None,
              width: float = 0.3) -> None:
        """Polygons as one path, so that shapes that touch leave no seam."""
        path = self.canvas.beginPath()
        for outline in outlines:
            path.moveTo(outline[0][0] * mm, outline[0][1] * mm)
            for x, y in outline[1:]:
                path.lineTo(x * mm, y * mm)
            path.close()
        self._ink(fill, stroke, width)
        self.canvas.drawPath(path, fill=int(fill is not None), stroke=int(stroke is not None))

    def disc(self, centre: Point, radius: float, fill: str | None = INK, stroke: str | None = None,
             width: float = 0.3) -> None:
        """A round spot, mm."""
        self._ink(fill, stroke, width)
        self.canvas.circle(centre[0] * mm, centre[1] * mm, radius * mm, fill=int(fill is not None),
                           stroke=int(stroke is not None))

    def frame(self, left: float, bottom: float, size: PaperSize, radius: float, stroke: str,
              width: float = 0.3) -> None:
        """A rectangle with round corners, not filled."""
        self._ink(None, stroke, width)
        self.canvas.roundRect(left * mm, bottom * mm, size[0] * mm, size[1] * mm, radius * mm, fill=0, stroke=1)

    @contextmanager
    def turned(self, centre: Point) -> Iterator[None]:
        """Draw upside down about a point."""
        self.canvas.saveState()
        self.canvas.translate(2 * centre[0] * mm, 2 * centre[1] * mm)
        self.canvas.rotate(180)
        yield
        self.canvas.restoreState()

    def _ink(self, fill: str | None, stroke: str | None, width: float) -> None:
        if fill is not None:
            self.canvas.setFillColor(fill)
        if stroke is not None:
            self.canvas.setStrokeColor(stroke)
            self.canvas.setLineWidth(width * mm)


def rectangle(left: float, bottom: float, width: float, height: float) -> list[Point]:
    """The four corners, mm."""
    return [(left, bottom), (left + width, bottom), (left + width, bottom + height), (left, bottom + height)]
