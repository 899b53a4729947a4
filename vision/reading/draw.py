"""Draw what was read onto a picture."""

from __future__ import annotations

import cv2
import numpy as np

from vision.detections import Detections, DiceDetections

SURE, DOUBTFUL = (60, 180, 40), (0, 150, 240)  # BGR


def draw_detections(image: np.ndarray, detections: Detections) -> np.ndarray:
    """A copy of the BGR picture with outlines and names; green is sure, orange is a question."""
    drawn = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 500))
    for k, label in enumerate(detections.label):
        colour = SURE if detections.sure[k] else DOUBTFUL
        outline = np.nan_to_num(detections.corners_px[k]).astype(np.int32)
        cv2.polylines(drawn, [outline], True, colour, thick, cv2.LINE_AA)
        x, y = (round(float(v)) for v in detections.centre_px[k])
        text = f"{label} {detections.confidence[k]:.2f}"
        scale = max(0.45, max(image.shape[:2]) / 1400)
        (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
        at = (int(np.clip(x - w // 2, 0, max(0, image.shape[1] - w))), int(np.clip(y, h, image.shape[0] - 2)))
        cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, (0, 0, 0), thick + 3, cv2.LINE_AA)
        cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, (255, 255, 255), thick, cv2.LINE_AA)
    return drawn


def draw_dice(image: np.ndarray, dice: DiceDetections) -> np.ndarray:
    """A copy of the BGR picture with a box and the number of pips at each die."""
    drawn = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 500))
    for box, pips, sure in zip(dice.box_px.round().astype(int).tolist(), dice.pips, dice.sure, strict=True):
        colour = SURE if sure else DOUBTFUL
        cv2.rectangle(drawn, (box[0], box[1]), (box[2], box[3]), colour, thick, cv2.LINE_AA)
        for ink, width in (((0, 0, 0), thick + 3), (colour, thick)):
            cv2.putText(drawn, str(pips), (box[2] + 1, box[3]), cv2.FONT_HERSHEY_SIMPLEX,
                        max(0.5, max(image.shape[:2]) / 1600), ink, width, cv2.LINE_AA)
    return drawn
