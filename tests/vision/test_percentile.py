"""Percentiles by counting are those by sorting."""

import hypothesis.extra.numpy as hnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.reading.percentile import percentile


@given(hnp.arrays(np.uint8, st.tuples(st.integers(1, 3), st.integers(1, 9), st.integers(1, 9), st.integers(1, 3))),
       st.floats(0, 100))
def test_counting_and_sorting_give_the_same_percentiles(pictures, share):
    n, _, _, channels = pictures.shape
    expected = np.percentile(pictures.reshape(n, -1, channels), share, axis=1)
    assert percentile(pictures, share) == pytest.approx(expected, abs=1e-2)
