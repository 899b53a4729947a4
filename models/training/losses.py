"""What the networks that find and read indices are taught: their losses, and the parts of these."""

from __future__ import annotations

import torch
from torch.nn import functional as F  # noqa: N812  (as PyTorch's own pages have it)


def heat_loss(logits: torch.Tensor, target: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
    """Focal loss for heat maps whose peaks are 1 (CenterNet), per peak."""
    p = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    peak = (target > 0.999).float()
    gain = peak * torch.log(p) * (1 - p) ** 2
    cost = (1 - peak) * torch.log(1 - p) * p**2 * (1 - target) ** 4
    return -((gain + cost) * counts).sum() / peak.mul(counts).sum().clamp(min=1)


def finder_loss(out: torch.Tensor, target: torch.Tensor) -> tuple[torch.Tensor, dict[str, float]]:
    """Loss of the finder's outputs against models.training.examples.finder_target, and its parts."""
    heat = heat_loss(out[:, 0], target[:, 0], target[:, 1])
    weight = target[:, 2:3]
    total = weight.sum().clamp(min=1)
    error = (out[:, 1:14] - target[:, 3:16]).abs() * weight
    place = error[:, 0:2].sum() / total
    up = error[:, 2:4].sum() / total
    size = error[:, 4].sum() / total
    quad = error[:, 5:].sum() / total / 8
    cards = heat_loss(out[:, 14:16], target[:, 16:18], target[:, 18:19])
    card_weight = target[:, 19:20]
    card = ((out[:, 16:21] - target[:, 20:25]).abs() * card_weight).sum() / card_weight.sum().clamp(min=1)
    loss = heat + place + 1.5 * up + size + quad + 0.3 * cards + 0.15 * card
    parts = {"heat": heat, "place": place, "up": up, "size": size, "quad": quad, "cards": cards, "card": card}
    return loss, {k: float(v.detach()) for k, v in parts.items()}


def reader_loss(out: torch.Tensor, rank: torch.Tensor, suit: torch.Tensor, kind: torch.Tensor, pose: torch.Tensor,
                posed: torch.Tensor) -> tuple[torch.Tensor, dict[str, float]]:
    """Loss of the reader's outputs, and its parts with the shares read right."""
    parts = {"rank": masked_entropy(out[:, :13], rank), "suit": masked_entropy(out[:, 13:17], suit),
             "kind": F.cross_entropy(out[:, 17:20], kind)}
    error = F.smooth_l1_loss(out[:, 20:25], pose, reduction="none", beta=0.05).sum(1)
    parts["pose"] = (error * posed).sum() / posed.sum().clamp(min=1)
    loss = parts["rank"] + 0.7 * parts["suit"] + 0.7 * parts["kind"] + parts["pose"]
    shown = {k: float(v.detach()) for k, v in parts.items()}
    shown["rank_ok"] = right_share(out[:, :13], rank)
    shown["suit_ok"] = right_share(out[:, 13:17], suit)
    shown["kind_ok"] = right_share(out[:, 17:20], kind)
    return loss, shown


def masked_entropy(logits: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Cross entropy where wanted is not -1."""
    return F.cross_entropy(logits, wanted, ignore_index=-1)


def right_share(logits: torch.Tensor, wanted: torch.Tensor) -> float:
    """Share of rows whose best class is the wanted one, among those that want one."""
    known = wanted >= 0
    return float((logits.argmax(1) == wanted)[known].float().mean())
