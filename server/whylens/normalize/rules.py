"""The table of secrets that can be told by their own form: vendor prefixes and fixed shapes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from re import Pattern

HEX = r"[0-9a-f]"
ALNUM = r"[A-Za-z0-9]"
UPPER = r"[A-Z0-9]"
LOWER = r"[a-z0-9]"
WORD = r"[A-Za-z0-9_]"
URL = r"[A-Za-z0-9_-]"
DOTTED = r"[A-Za-z0-9_.=-]"
BASE64 = r"[A-Za-z0-9+/=_-]"
UUID = r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"


@dataclass(frozen=True, slots=True)
class Prefixed:
    """Secrets that start with one of `prefixes` (blank-separated) followed by at least `length` of `body`.

    `random` asks the body to look random too: for prefixes that also start ordinary words.
    """

    rule: str
    prefixes: str
    body: str
    length: int
    random: bool = False


@dataclass(frozen=True, slots=True)
class Shaped:
    """Secrets matched by `pattern` at `needle`; `before` extends the match to the left over these characters.

    `digits` of them stand before the needle at least; `in_run` says that all of it is a run of key characters. Both
    keep needles that are everywhere from being looked at in vain.
    """

    rule: str
    needle: str
    pattern: Pattern[str]
    before: str = ""
    digits: int = 0
    in_run: bool = False


PREFIXED = (
    # clouds
    Prefixed("aws-access-key", "AKIA ASIA ABIA ACCA", UPPER, 16),
    Prefixed("aws-bedrock-key", "ABSK bedrock-api-key-", BASE64, 60),
    Prefixed("google-api-key", "AIza", URL, 35),
    Prefixed("google-oauth", "ya29. GOCSPX- 1//0 AQ.Ab8", DOTTED, 24),
    Prefixed("alibaba-key", "LTAI", ALNUM, 12, random=True),
    Prefixed("tencent-key", "AKID", ALNUM, 32),
    Prefixed("yandex-key", "AQVN y0_ t1.9eu", DOTTED, 34),
    Prefixed("scaleway-key", "SCW", UPPER, 17, random=True),
    Prefixed("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", HEX, 40),
    Prefixed("cloudflare-token", "v1.0- cfut_ cfat_ cfk_", URL, 40),
    Prefixed("netlify-token", "nfp_ nfc_ nfu_", WORD, 30),
    Prefixed("vercel-token", "vercel_ vcp_ vci_ vca_ vcr_ vck_", WORD, 24, random=True),
    Prefixed("supabase-key", "sbp_ sb_secret_", WORD, 24, random=True),
    Prefixed("planetscale-token", "pscale_tkn_ pscale_pw_ pscale_oauth_", DOTTED, 32),
    Prefixed("flyio-token", "fo1_ fm1_ fm1a_ fm1r_ fm2_", BASE64, 40),
    Prefixed("heroku-key", "HRKU-", URL, 36),
    Prefixed("render-key", "rnd_", ALNUM, 28),
    Prefixed("neon-key", "napi_", LOWER, 40),
    # infrastructure
    Prefixed("vault-token", "hvs. hvb. hvr.", URL, 24),
    Prefixed("pulumi-token", "pul-", HEX, 40),
    Prefixed("doppler-token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", DOTTED, 36),
    Prefixed("infracost-key", "ico-", ALNUM, 32),
    Prefixed("onepassword-token", "ops_eyJ", BASE64, 60),
    Prefixed("tailscale-key", "tskey-", URL, 20, random=True),
    Prefixed("octopus-key", "API-", UPPER, 26),
    Prefixed("prefect-key", "pnu_ pnb_", LOWER, 36),
    Prefixed("databricks-token", "dapi dkea dose", HEX, 32),
    Prefixed("age-secret-key", "AGE-SECRET-KEY-1 AGE-SECRET-KEY-PQ-1", UPPER, 50),
    Prefixed("defined-networking-key", "dnkey-", URL, 40),
    # source hosting and delivery
    Prefixed("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", DOTTED, 30, random=True),
    Prefixed("github-token", "github_pat_", WORD, 40),
    Prefixed(
        "gitlab-token",
        "glpat- glptt- gldt- glrt- glrtr- glcbt- glft- glimt- glagent- gloas- glsoat- glffct- glwt- GR1348941",
        DOTTED,
        20,
    ),
    Prefixed("bitbucket-token", "ATBB ATCTT3", DOTTED, 24, random=True),
    Prefixed("atlassian-token", "ATATT3", DOTTED, 40),
    Prefixed("sourcegraph-token", "sgp_ slk_", WORD, 40),
    Prefixed("sonar-token", "squ_ sqa_ sqp_", HEX, 40),
    Prefixed("circleci-token", "CCIPAT_ CCIPRJ_", WORD, 40),
    Prefixed("buildkite-token", "bkua_ bkct_ bkat_", ALNUM, 32),
    Prefixed("harness-token", "pat. sat.", r"[A-Za-z0-9_.-]", 60, random=True),
    # language models
    Prefixed("anthropic-key", "sk-ant-", URL, 24),
    Prefixed("openai-key", "sk-proj- sk-svcacct- sk-admin- sk-None-", URL, 40),
    Prefixed("openrouter-key", "sk-or-v1- sk-or-", ALNUM, 32),
    Prefixed("sk-key", "sk-", URL, 20, random=True),
    Prefixed("huggingface-token", "hf_ api_org_", r"[A-Za-z0-9]", 34),
    Prefixed("perplexity-key", "pplx-", ALNUM, 40),
    Prefixed("groq-key", "gsk_", ALNUM, 40),
    Prefixed("xai-key", "xai-", ALNUM, 60),
    Prefixed("replicate-token", "r8_", ALNUM, 37),
    Prefixed("nvidia-key", "nvapi-", URL, 50),
    Prefixed("fireworks-key", "fw_", ALNUM, 20, random=True),
    Prefixed("together-key", "tgp_v1_", URL, 40),
    Prefixed("jina-key", "jina_", ALNUM, 40),
    Prefixed("voyage-key", "pa- al-", URL, 40, random=True),
    Prefixed("langsmith-key", "lsv2_pt_ lsv2_sk_ ls__", WORD, 32),
    Prefixed("pinecone-key", "pcsk_", WORD, 40),
    Prefixed("tavily-key", "tvly-", URL, 24, random=True),
    Prefixed("e2b-key", "e2b_", HEX, 40),
    Prefixed("cerebras-key", "csk-", ALNUM, 40),
    Prefixed("firecrawl-key", "fc-", HEX, 32),
    # chat
    Prefixed(
        "slack-token",
        "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxc- xoxd- xoxe- xoxe. xapp-",
        r"[A-Za-z0-9%.-]",
        20,
    ),
    # payments
    Prefixed("stripe-key", "sk_live_ rk_live_ sk_test_ rk_test_ sk_prod_ rk_prod_ sk_org_", WORD, 16),
    Prefixed("webhook-secret", "whsec_", BASE64, 24),
    Prefixed("square-token", "sq0atp- sq0csp- EAAA", URL, 22, random=True),
    Prefixed("shopify-token", "shpat_ shpca_ shppa_ shpss_", r"[0-9a-fA-F]", 32),
    Prefixed("flutterwave-key", "FLWSECK_TEST- FLWSECK-", r"[0-9a-zA-Z-]", 12),
    Prefixed("plaid-token", "access-sandbox- access-production- access-development-", UUID, 1),
    Prefixed("duffel-token", "duffel_test_ duffel_live_", URL, 40),
    Prefixed("easypost-key", "EZAK EZTK", ALNUM, 54),
    Prefixed("live-key", "live_ test_ prod_ secret_", ALNUM, 24, random=True),
    # package registries
    Prefixed("npm-token", "npm_", ALNUM, 36),
    Prefixed("pypi-token", "pypi-", URL, 50, random=True),
    Prefixed("rubygems-key", "rubygems_", HEX, 40),
    Prefixed("clojars-token", "CLOJARS_", LOWER, 60),
    Prefixed("artifactory-key", "AKCp cmVmdGtu", ALNUM, 50),
    Prefixed("docker-token", "dckr_pat_ dckr_oat_", URL, 24),
    Prefixed("crates-token", "cio", ALNUM, 32, random=True),
    Prefixed("nuget-key", "oy2", LOWER, 43),
    Prefixed("packagist-token", "packagist_uut_ packagist_ort_ packagist_out_", HEX, 40),
    # mail
    Prefixed("sendgrid-key", "SG.", DOTTED, 50, random=True),
    Prefixed("mailgun-key", "key-", HEX, 32),
    Prefixed("brevo-key", "xkeysib- xsmtpsib-", URL, 60),
    Prefixed("mailersend-key", "mlsn.", HEX, 60),
    Prefixed("resend-key", "re_", WORD, 24, random=True),
    # observability
    Prefixed("grafana-token", "glsa_ glc_", BASE64, 32),
    Prefixed("sentry-token", "sntrys_ sntryu_ sntrya_", BASE64, 50),
    Prefixed("new-relic-key", "NRAK- NRAL- NRII- NRIQ- NRJS- NRRA- NRBR-", URL, 19),
    Prefixed("dynatrace-token", "dt0c01. dt0s01. dt0s02. dt0s16.", r"[A-Z0-9.]", 60),
    Prefixed("posthog-key", "phx_ phs_ phr_", ALNUM, 40),
    Prefixed("honeycomb-key", "hcaik_ hcxik_ hcbik_ hcaic_ hcalk_ hcxlk_", LOWER, 50),
    Prefixed("axiom-token", "xaat- xapt-", UUID, 1),
    # services
    Prefixed("linear-key", "lin_api_ lin_oauth_ lin_wh_", ALNUM, 32),
    Prefixed("notion-token", "ntn_ secret_", ALNUM, 43),
    Prefixed("airtable-token", "pat", r"[A-Za-z0-9.]", 79, random=True),
    Prefixed("postman-key", "PMAK- PMAT-", URL, 26),
    Prefixed("figma-token", "figd_ figo_ figu_ figor_ figoh_ figuh_", URL, 36),
    Prefixed("contentful-token", "CFPAT-", URL, 43),
    Prefixed("frameio-token", "fio-u-", BASE64, 60),
    Prefixed("dropbox-token", "sl.", DOTTED, 100),
    Prefixed("typeform-token", "tfp_", DOTTED, 40),
    Prefixed("hubspot-token", "pat-na1- pat-na2- pat-eu1- pat-ap1-", UUID, 1),
    Prefixed("readme-key", "rdme_", LOWER, 60),
    Prefixed("shippo-token", "shippo_live_ shippo_test_", HEX, 40),
    Prefixed("launchdarkly-key", "sdk- api-", UUID, 1),
    Prefixed("onesignal-key", "os_v2_app_ os_v2_org_", LOWER, 60),
    Prefixed("deno-token", "ddp_ ddo_ ddw_", ALNUM, 36),
    Prefixed("facebook-token", "EAAC EAAB EAAG EAAD EAAJ EAAM EAAN", ALNUM, 40),
    Prefixed("twitter-token", "AAAAAAAAAAAAAAAAAAAAA", r"[A-Za-z0-9%]", 40),
    Prefixed("wakatime-key", "waka_", UUID, 1),
    Prefixed("zuplo-key", "zpka_", WORD, 40),
    Prefixed("adafruit-key", "aio_", ALNUM, 28),
    Prefixed("scalingo-token", "tk-us-", URL, 48),
    Prefixed("settlemint-token", "sm_aat_ sm_pat_ sm_sat_", ALNUM, 16),
    Prefixed("intra42-secret", "s-s4t2ud- s-s4t2af-", HEX, 64),
    Prefixed("authress-key", "sc_ ext_ scauth_ authress_", DOTTED, 60, random=True),
    Prefixed("beamer-token", "b_", BASE64, 44, random=True),
    Prefixed("adobe-secret", "p8e- p8_", ALNUM, 30, random=True),
)

SHAPED = (
    Shaped("jwt", "ZXlK", re.compile(r"ZXlK[A-Za-z0-9+/]{60,8192}={0,2}")),
    Shaped(
        "jwt",
        "eyJ",
        re.compile(
            r"eyJ[A-Za-z0-9_-]{8,8192}\.(?:eyJ)?[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{10,}(?:\.[\w-]+){0,2}"
        ),
    ),
    Shaped("jwt", "eyJ", re.compile(r"eyJ[A-Za-z0-9_-]{8,8192}\.\.[A-Za-z0-9_-]{8,}(?:\.[\w-]+){2}")),
    Shaped("mapbox-token", "sk.eyJ", re.compile(r"sk\.eyJ[\w-]{20,}\.[\w-]{16,}")),
    Shaped("openshift-token", "sha256~", re.compile(r"sha256~[\w-]{43}")),
    Shaped("terraform-token", ".atlasv1.", re.compile(r"\.atlasv1\.[\w-]{50,}"), before=ALNUM),
    Shaped(
        "azure-client-secret", "Q~", re.compile(r"(?<=\w\d)Q~[A-Za-z0-9_~.-]{30,}"), before=r"[A-Za-z0-9_~.-]"
    ),
    Shaped("azure-devops-token", "AZDO", re.compile(r"(?<=\w{70})AZDO\w{4}"), before=ALNUM),
    Shaped(
        "azure-key",
        "+A",
        re.compile(r"(?<=[\w+/]{40})\+A(?:SbP|Rm7|Stz|ACR)?[\w+/]{0,40}=="),
        before=r"[\w+/]",
    ),
    Shaped(
        "discord-token",
        ".",
        re.compile(r"(?<=[MNO][\w-]{22})\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}"),
        before=URL,
        in_run=True,
    ),
    Shaped(
        "telegram-token",
        ":A",
        re.compile(r"(?<=\d{8}):A[A-Za-z0-9_-]{33,36}(?![A-Za-z0-9_-])"),
        before=r"\d",
        digits=8,
    ),
    Shaped("mailchimp-key", "-us", re.compile(r"(?<=[0-9a-f]{32})-us\d{1,2}(?!\d)"), before=HEX),
    Shaped("maxmind-key", "_mmk", re.compile(r"(?<=\w{29})_mmk\b"), before=WORD),
    Shaped("twilio-key", "SK", re.compile(r"SK[0-9a-f]{32}\b")),
    Shaped("twilio-account", "AC", re.compile(r"AC[0-9a-f]{32}\b")),
    Shaped("gem-server-login", "BUNDLE_", re.compile(r"BUNDLE_\w{4,80}=[0-9a-f]{8}:[0-9a-f]{8}\b")),
    Shaped("clickup-token", "pk_", re.compile(r"pk_\d{6,10}_[A-Z0-9]{32}")),
    Shaped(
        "slack-webhook",
        "hooks.slack.com/",
        re.compile(r"hooks\.slack\.com/(?:services|workflows|triggers)/[\w/+-]{20,}"),
        before=r"[a-z:/]",
    ),
    Shaped(
        "discord-webhook",
        "/api/webhooks/",
        re.compile(r"/api/webhooks/\d{10,20}/[\w-]{50,}"),
        before=r"[\w:/.]",
    ),
    Shaped(
        "teams-webhook",
        ".webhook.office.com/",
        re.compile(r"\.webhook\.office\.com/webhookb2/[\w@/-]{40,}"),
        before=r"[\w:/-]",
    ),
    Shaped(
        "zapier-webhook",
        "hooks.zapier.com/",
        re.compile(r"hooks\.zapier\.com/hooks/catch/[\w/]{8,}"),
        before=r"[a-z:/]",
    ),
    # any other address that a random last part opens
    Shaped(
        "webhook-url",
        "hook",
        re.compile(
            r"hooks?[\w.-]{0,60}(?:/[\w.~-]{1,80}){0,6}/(?=[\w-]*\d)(?=[\w-]*[A-Z])[A-Za-z0-9_-]{16,200}(?![\w/.-])"
        ),
        before=r"[\w:/.-]",
    ),
    Shaped(
        "paypal-token", "access_token$", re.compile(r"access_token\$(?:production|sandbox)\$[a-z0-9$]{24,}")
    ),
    Shaped("asana-token", ":", re.compile(r"(?<=/\d{16}):[0-9a-f]{32}\b"), before=r"[\d/]", digits=16),
    Shaped("facebook-app-token", "|", re.compile(r"(?<=\d{15})\|[\w-]{27}\b"), before=r"\d", digits=15),
)
