import json
import shutil

import pytest

from whylens.embed import assets, wire
from whylens.embed.client import EmbedClient
from whylens.embed.download import download
from whylens.embed.vectors import BYTES, cosine
from whylens.model.errors import Unavailable, UserError

NAME = "sentence-transformers/all-MiniLM-L6-v2"


def lay_down(models):
    """The bundled model, laid down where a download of NAME would have put it."""
    repository = models / "models--Qdrant--all-MiniLM-L6-v2-onnx"
    snapshot = repository / "snapshots" / "0123456789abcdef"
    snapshot.mkdir(parents=True)
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text(snapshot.name)
    shutil.copy(assets.checked(assets.MODEL), snapshot / "model.onnx")
    shutil.copy(assets.checked(assets.TOKENIZER), snapshot / "tokenizer.json")
    (snapshot / "tokenizer_config.json").write_text(
        json.dumps({"model_max_length": 256, "pad_token": "[PAD]"})
    )
    (snapshot / "config.json").write_text(json.dumps({"pad_token_id": 0}))


def test_a_downloaded_model_gives_vectors_of_its_own_name(home):
    lay_down(wire.place_in(home, NAME).models)
    named, bundled = EmbedClient(home, NAME), EmbedClient(home)

    (one,) = named.embed_many(["Keep the order of the fields."], timeout=60)
    (other,) = bundled.embed_many(["Keep the order of the fields."], timeout=60)

    assert named.model_id != bundled.model_id
    assert len(one) == BYTES
    assert cosine(one, one) == pytest.approx(1.0, abs=1e-5)
    assert cosine(one, other) > 0.97  # here, because it is the same model
    named.close()
    bundled.close()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (NAME, "not downloaded"),
        ("no/such-model", "There is no embedding model"),
        ("BAAI/bge-large-en-v1.5", "not of 384 numbers"),
    ],
)
def test_a_model_that_cannot_be_used_is_named_with_the_reason(home, name, reason):
    client = EmbedClient(home, name)

    with pytest.raises(Unavailable, match=reason):
        client.embed_many(["x"], timeout=60)
    assert client.embed_query("x", timeout=60) is None
    assert client.status().state == "unavailable"
    assert reason in client.status().problem
    client.close()


def test_downloading_refuses_a_model_that_cannot_be_used_before_it_fetches_anything(home):
    with pytest.raises(UserError, match="paraphrase-multilingual-MiniLM-L12-v2"):
        download(home, "BAAI/bge-large-en-v1.5")
