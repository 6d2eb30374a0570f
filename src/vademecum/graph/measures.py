"""How far apart numbers, days and places are, and in which cells they stand.

A cell has the width of the greatest distance that still counts, and something stands in every cell that half
that distance reaches. Of two that are near enough the middle between them is in a cell of both.
"""

from __future__ import annotations

from datetime import UTC, datetime
from math import asin, ceil, cos, degrees, floor, inf, isfinite, radians, sin, sqrt

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

EARTH_KM = 6371.0088
"""Mean radius of the Earth (IUGG); the true distance differs by 0.5 % at most."""

_SLACK = 1 + 1e-9
"""Two that are exactly as far apart as is allowed must not miss each other by rounding."""

_DAY_S = 86_400.0
_LATITUDES = ("lat", "latitude")
_LONGITUDES = ("lon", "lng", "long", "longitude")
_MONTH = len("2021-03")


@value
class Point:
    """A place on Earth, in degrees."""

    latitude: float
    longitude: float


@value
class Period:
    """A time, half-open, in days since 1970; infinite where nothing is said."""

    begins: float
    ends: float


def number(text: str) -> float | None:
    """A number; a date or a moment counts as days since 1970. None for anything else."""
    try:
        found = float(text.replace("_", ""))
    except ValueError:
        return day(text)
    return found if isfinite(found) else None


def day(text: str) -> float | None:
    """Days since 1970 of a moment, a day, a month or a year; None for anything else. No offset means UTC."""
    short = {4: "-01-01", _MONTH: "-01"}.get(len(text), "")
    try:
        at = datetime.fromisoformat(text + short)
    except ValueError:
        return None
    return (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp() / _DAY_S


def period(fields: Mapping[str, Sequence[str]], name: str) -> Period | None:
    """The time between two fields, named ``since..until``; None when neither tells a time."""
    first, _, last = name.partition("..")
    begins, ends = (_first_day(fields.get(one, ())) for one in (first, last))
    if begins is None and ends is None:
        return None
    return Period(-inf if begins is None else begins, inf if ends is None else ends)


def point(fields: Mapping[str, Sequence[str]], name: str) -> Point | None:
    """The place of a field: ``38.72, -9.14``, a list of both, or ``lat`` and ``lon`` below it."""
    said = fields.get(name, ())
    texts = said[0].replace(";", ",").split(",") if len(said) == 1 else list(said)
    if not said:
        texts = [_below(fields, name, _LATITUDES), _below(fields, name, _LONGITUDES)]
    if len(texts) != 2:
        return None
    try:
        latitude, longitude = (float(text) for text in texts)
    except ValueError:
        return None
    sound = abs(latitude) <= 90 and abs(longitude) <= 180
    return Point(latitude, longitude) if sound else None


def km_between(one: Point, other: Point) -> float:
    """Length of the great circle between two places, by the haversine formula."""
    south, north = radians(one.latitude), radians(other.latitude)
    half = (north - south) / 2, radians(other.longitude - one.longitude) / 2
    chord = sin(half[0]) ** 2 + cos(south) * cos(north) * sin(half[1]) ** 2
    return 2 * EARTH_KM * asin(min(1.0, sqrt(chord)))


def number_cells(at: float, tolerance: float) -> Iterator[str]:
    """Cells of a number."""
    width = tolerance or 1.0
    if not isfinite(at / width):
        yield repr(at)
    elif not tolerance:
        yield repr(at + 0.0)
    else:
        half = width / 2 * _SLACK
        for cell in range(floor((at - half) / width), floor((at + half) / width) + 1):
            yield str(cell)


def place_cells(at: Point, km: float) -> Iterator[str]:
    """Cells of a place: bands of latitude, cut into pieces about as wide as they are high."""
    reach = degrees(km / 2 * _SLACK / EARTH_KM)
    height = degrees(km / EARTH_KM)
    last = ceil(180 / height) - 1
    for band in range(
        max(0, floor((at.latitude - reach + 90) / height)),
        min(last, floor((at.latitude + reach + 90) / height)) + 1,
    ):
        pieces = _pieces(band, height)
        yield from (f"{band} {piece}" for piece in _reached(at, reach, pieces))


def _pieces(band: int, height: float) -> int:
    edges = (min(90.0, abs(band * height - 90)), min(90.0, abs((band + 1) * height - 90)))
    narrowest = cos(radians(max(edges)))
    return max(1, floor(360 * narrowest / height))


def _reached(at: Point, reach: float, pieces: int) -> Sequence[int]:
    """Pieces of a band that lie within reach, around the Earth."""
    if abs(at.latitude) + reach >= 90:
        return range(pieces)
    aside = degrees(asin(min(1.0, sin(radians(reach)) / cos(radians(at.latitude)))))
    width = 360 / pieces
    first, last = (floor((at.longitude + way + 180) / width) for way in (-aside, aside))
    if last - first >= pieces:
        return range(pieces)
    return [piece % pieces for piece in range(first, last + 1)]


def _first_day(texts: Sequence[str]) -> float | None:
    return day(texts[0]) if texts else None


def _below(fields: Mapping[str, Sequence[str]], name: str, keys: Sequence[str]) -> str:
    found = (fields.get(f"{name}.{key}", ()) for key in keys)
    return next((texts[0] for texts in found if texts), "")
