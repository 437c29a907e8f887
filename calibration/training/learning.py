"""The loop that all networks of the locator learn by, and how they are written for OpenCV."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel

Loss = Callable[[Tensor, list[Tensor]], tuple[Tensor, dict[str, float]]]


def block(into: int, out: int, size: int = 3, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(into, out, size, stride, size // 2, bias=False), nn.BatchNorm2d(out), nn.ReLU()
    )


def learn(net: nn.Module, batches: Iterator[Any], loss_of: Loss, steps: int, rate: float) -> nn.Module:
    """Pictures come first in a batch, as bytes (n, rows, columns, colours). Answers the steadied network."""
    net = net.to(memory_format=torch.channels_last)
    steady = AveragedModel(net, avg_fn=lambda a, b, n: a + (b - a) * max(0.01, 1 / (n + 1)), use_buffers=True)
    adam = torch.optim.AdamW(net.parameters(), weight_decay=0.001)
    told: dict[str, list[float]] = {}
    started = time.monotonic()
    for step in range(1, steps + 1):
        for group in adam.param_groups:
            group["lr"] = rate * min(1.0, step / 100) * (1 + math.cos(math.pi * step / steps)) / 2
        shots, *truth = (torch.from_numpy(np.asarray(part)) for part in next(batches))
        shots = shots.permute(0, 3, 1, 2).float().contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            answer = net.train()(shots)
        loss, parts = loss_of(answer.float(), truth)
        adam.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        adam.step()
        steady.update_parameters(net)
        for name, value in parts.items():
            told.setdefault(name, []).append(value)
        if step % 100 == 0:
            figures = "  ".join(f"{name} {np.mean(values):.4f}" for name, values in told.items())
            print(f"step {step}  {time.monotonic() - started:.0f} s  {figures}", flush=True)
            told.clear()
    return steady.module.eval()


def export(net: nn.Module, example: Tensor, moving: dict[int, str], out: Path) -> None:
    """Write the network when OpenCV answers as torch does; `moving` names the sides that may change."""
    partial = out.with_name(f".{out.name}")
    names = {"input_names": ["pictures"], "output_names": ["told"]}
    torch.onnx.export(net, (example,), partial, dynamo=False, dynamic_axes={"pictures": moving}, **names)
    read = cv2.dnn.readNetFromONNX(str(partial))
    read.setInput(example.numpy())
    with torch.no_grad():
        apart = float(np.abs(read.forward() - net(example).numpy()).max())
    if apart > 2e-2:
        raise SystemExit(f"OpenCV and torch differ by {apart:.4f}")
    partial.replace(out)
