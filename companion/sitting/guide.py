"""Setting up a camera, one thing after the other: what suffices is ticked, the first that does not is what to do.

    steps = guide_steps(survey.view, has_picture=True, places_fit=False)
    step = next_step(steps)                 # None when all is well

Whether the camera is near enough and sees the whole table can only be told once the table is found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.following.view_quality import Aspect
from companion.sitting.survey import SurveyView
from companion.words import texts

CAMERA, LIGHT, SHARP, FOUND, NEAR, WHOLE, PLACES = "camera", "light", "sharp", "found", "near", "whole", "places"


@dataclass(frozen=True)
class GuideStep:
    """key: one of the above; text: how it stands, or what to do about it."""

    key: str
    is_done: bool
    text: str

    @property
    def name(self) -> str:
        """As people call it."""
        return texts.GUIDE_STEPS[self.key]


def guide_steps(view: SurveyView | None, has_picture: bool, places_fit: bool) -> tuple[GuideStep, ...]:
    """All steps as they stand.  places_fit: somebody has said so, or has moved them here before."""
    aspects = view.aspects if view is not None and has_picture else ()
    found = has_picture and view is not None and view.calibration is not None
    told = view.told if view is not None and not found else ""
    return (
        GuideStep(CAMERA, has_picture, texts.GUIDE_SAYS[CAMERA]),
        _judged(LIGHT, aspects, (texts.LIGHT, texts.GLARE)),
        _judged(SHARP, aspects, (texts.SHARPNESS,)),
        GuideStep(FOUND, found, texts.GUIDE_SAYS[FOUND] if told in ("", texts.NOT_FOUND_YET) else told),
        _judged(NEAR, aspects, (texts.DISTANCE, texts.ANGLE)),
        _judged(WHOLE, aspects, (texts.WHOLE,)),
        GuideStep(PLACES, found and places_fit, texts.GUIDE_SAYS[PLACES]),
    )


def next_step(steps: Sequence[GuideStep]) -> GuideStep | None:
    """The first thing that is to be done; None when all is well."""
    return next((step for step in steps if not step.is_done), None)


def _judged(key: str, aspects: Sequence[Aspect], names: tuple[str, ...]) -> GuideStep:
    """A step of which the picture tells: what is only fair suffices."""
    about = [aspect for aspect in aspects if aspect.name in names]
    poor = [aspect for aspect in about if aspect.level == "poor"]
    return GuideStep(key, bool(about) and not poor, (poor or about)[0].text if about else "")
