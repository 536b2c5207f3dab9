from pathlib import Path

import pytest

from bench.redaction import by_spans, by_text, figures, run
from bench.secret_samples import Sample, samples

DATA = Path(__file__).parents[2] / "samples" / "evals"


def test_the_product_is_measured_beside_the_baselines() -> None:
    report = run(DATA, seed="3", per=4)
    assert (report["samples"], report["kinds"], report["lookalikes"]) == (52, 13, 12)
    assert report["recall"] == 1.0
    assert report["false_alarm_rate"] == 0.0
    assert report["over_redaction"] <= 0.01
    assert set(report["baselines"]) == {"prefix", "keyword", "both", "entropy"}
    assert all(baseline["recall"] < 1.0 for baseline in report["baselines"].values())


def test_equal_seeds_make_equal_samples_and_others_do_not() -> None:
    folder = DATA / "secrets"
    once, again, other = (samples(folder, seed=seed, per=2) for seed in ("1", "1", "2"))
    assert once == again != other


def test_the_span_of_a_sample_is_its_secret() -> None:
    made = [one for one in samples(DATA / "secrets", seed="1", per=3) if one.kind == "acme-deploy-token"]
    assert [one.text[slice(*one.secret or ())][:9] for one in made] == ["acme_dep_"] * 3


def test_a_held_half_draws_from_more_places(tmp_path: Path) -> None:
    held = tmp_path / "held" / "secrets"
    held.mkdir(parents=True)
    for name in ("templates.jsonl", "lookalikes.jsonl"):
        (held / name).write_text((DATA / "secrets" / name).read_text(encoding="utf-8"), encoding="utf-8")
    open_texts = {one.text for one in samples(DATA / "secrets", seed="1", per=9)}
    assert any("docker run -e " in one.text for one in samples(held, seed="1", per=9))
    assert not any("docker run -e " in text for text in open_texts)


def test_a_set_that_is_not_there_is_not_measured(tmp_path: Path) -> None:
    assert run(tmp_path)["status"] == "not measured"


SECRET = Sample("k", "f", "key = abcdefghijklmnop end", (6, 22))


@pytest.mark.parametrize(
    ("redacted", "right"),
    [
        ("key = [x] end", True),
        ("key = abcd[x] end", True),
        ("key = abcde[x] end", False),
        ("key = abcdefghijklmnop end", False),
    ],
)
def test_a_secret_leaks_when_more_than_four_of_its_characters_survive_in_a_row(
    redacted: str, right: bool
) -> None:
    assert by_text(SECRET, redacted).right is right


def test_a_baseline_catches_a_secret_when_it_covers_nine_tenths() -> None:
    assert by_spans(SECRET, [(6, 21)]).right
    assert not by_spans(SECRET, [(6, 20)]).right
    assert by_spans(SECRET, [(0, 22)]).over == pytest.approx(0.6)


def test_a_touched_look_alike_is_a_false_alarm_unless_it_does_no_harm() -> None:
    plain, tolerable = Sample("sha", "lookalike", "abc", None), Sample("csp-nonce", "lookalike", "abc", None)
    report = figures([by_text(plain, "x"), by_text(tolerable, "x"), by_text(plain, "abc")])
    assert (report["lookalikes"], report["false_alarm_rate"]) == (2, 0.5)
