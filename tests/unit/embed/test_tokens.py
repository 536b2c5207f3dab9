import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whylens.embed.counting import Counter
from whylens.embed.tokens import TokenCounter, estimate_tokens


@pytest.fixture(scope="module")
def exact(tmp_path_factory):
    return Counter(tmp_path_factory.mktemp("ranks")).count


#: Made up for this test, in the forms the product meets: none of it was used to fit the estimate.
SAMPLES = {
    "commit": """Retry uploads at most three times

The storage service counts every attempt against the hourly quota of the tenant, so endless
retries locked two customers out for a day. Three attempts with a pause of 2, 4 and 8 seconds
cover every outage we have seen since March.

Fixes: #4711
""",
    "python": '''def resolve(anchor: Anchor, outline: Outline, *, limit: float = 0.6) -> Place | None:
    """Find the symbol again, by name first and by its body where the name is gone."""
    if (found := outline.symbols.get(anchor.symbol)) is not None:
        return Place(AnchorState.EXACT if found.body_hash == anchor.body_hash else AnchorState.EDITED, found.start)
    ranked = sorted(((similarity(anchor.sketch, each.sketch), each) for each in outline), reverse=True)
    return ranked[0][1].place if ranked and ranked[0][0] >= limit else None
''',
    "typescript": """export async function startClient(context: vscode.ExtensionContext): Promise<LanguageClient> {
  const python = await findInterpreter(context.globalStorageUri.fsPath);
  const options: ServerOptions = { command: python, args: ["-m", "whylens", "serve"], transport: 0 };
  return new LanguageClient("whylens", "Whylens", options, { documentSelector: [{ scheme: "file" }] });
}
""",
    "c": """static int ring_push(struct ring *r, const uint8_t *buf, size_t len)
{
\tif (len > RING_MAX - r->used)
\t\treturn -ENOSPC; /* caller must drain first: dropping would reorder frames */
\tmemcpy(r->data + r->tail, buf, len);
\tr->tail = (r->tail + len) % RING_MAX;
\treturn 0;
}
""",
    "json": '{"id": "W-3f2a", "kind": "constraint", "confidence": 0.85, "files": ["src/cache.py"], "version": 2}',
    "markdown": """## Decision 12: one process for embeddings

| option | memory | start |
|---|---|---|
| in the server | 290 MB each | none |
| **own process** | 170 MB once | 0.4 s |

- We keep *one* worker per user, because windows come in fours.
""",
    "chinese": "不要改变字段的顺序，因为旧客户端按位置读取它们。缓存最多保存一百个条目，否则旧设备会耗尽内存。",
    "japanese": "フィールドの順序を変更しないでください。古いクライアントは位置で読み取るためです。",
    "korean": "필드 순서를 바꾸지 마세요. 이전 클라이언트가 위치로 읽기 때문입니다. 캐시는 최대 백 개까지 저장합니다.",
    "russian": "Не меняйте порядок полей: старый клиент читает их по позиции. Кэш хранит не больше ста записей.",
}


@pytest.mark.parametrize("name", SAMPLES)
def test_an_estimate_is_at_most_a_third_too_high_and_not_too_low(name, exact):
    count = exact(SAMPLES[name])

    assert count <= estimate_tokens(SAMPLES[name]) <= count * 1.33


def test_estimates_of_everyday_texts_rarely_fall_short(exact):
    windows = [text[at : at + 200] for text in SAMPLES.values() for at in range(0, len(text) - 100, 10)]
    short = [text for text in windows if estimate_tokens(text) < exact(text)]

    assert len(windows) > 80
    assert len(short) <= len(windows) * 0.05


def test_nothing_costs_nothing():
    assert estimate_tokens("") == 0


@given(st.text(max_size=200), st.text(max_size=200))
@settings(max_examples=200)
def test_more_text_never_costs_less_than_its_longer_part(first, second):
    assert estimate_tokens(first + "\n" + second) >= max(estimate_tokens(first), estimate_tokens(second)) - 2


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz ABC_.(){}\n\t0123456789", min_size=1, max_size=400))
@settings(max_examples=200)
def test_an_estimate_is_never_absurd(text):
    assert len(text) / 80 <= estimate_tokens(text) <= len(text) * 1.6 + 1


def test_words_that_look_like_special_tokens_are_ordinary_text(exact):
    assert exact("<|endoftext|>") > 1


def test_the_estimate_is_a_token_counter():
    counter: TokenCounter = estimate_tokens

    assert counter("one two") > 0
