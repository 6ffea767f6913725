"""The same composite retrieval in numpy, f32: what `benches/retrieval.rs` is compared with.

10,000 memories x 384 numbers; recency 0.99^hours, importance 1..10, relevance by dot product of unit vectors; each
scaled to 0..1 over all, added up, the best 30 in order. Rows are ready in one block, as the fastest way has it.

    python3 -m venv /tmp/numpy && /tmp/numpy/bin/pip install numpy
    OPENBLAS_NUM_THREADS=1 /tmp/numpy/bin/python benches/retrieval_numpy.py
"""

import json
import os
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np  # noqa: E402 (threads first)

COUNT, DIMS, MOST, ROUNDS = 10_000, 384, 30, 400


def scaled(column):
    low, high = column.min(), column.max()
    return (column - low) / (high - low) if high > low else np.zeros_like(column)


def retrieve(rows, accessed, importance, query, now):
    recency = np.power(np.float32(0.99), (now - accessed) * np.float32(10 / 3600))
    score = scaled(recency) + scaled(importance) + scaled(rows @ query)
    best = np.argpartition(score, -MOST)[-MOST:]
    return best[np.argsort(-score[best])]


def main():
    dice = np.random.default_rng(1)
    rows = dice.standard_normal((COUNT, DIMS)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    accessed = (np.arange(COUNT) * 7).astype(np.float32)
    importance = dice.integers(1, 11, COUNT).astype(np.float32)
    query = rows[77].copy()
    now = np.float32(COUNT * 7 + 5)
    took = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        retrieve(rows, accessed, importance, query, now)
        took.append((time.perf_counter() - begun) * 1e3)
    took.sort()
    print(json.dumps({"numpy": np.__version__, "ms_median": round(took[ROUNDS // 2], 4), "ms_min": round(took[0], 4)}))


if __name__ == "__main__":
    main()
