"""Tokens of issuers, known by their own first characters.

Tokens stand here in two parts, so that no scanner takes the file for a leak.
"""

from __future__ import annotations

import re
import runpy

import pytest

from vademecum.text import secret_shapes

WORD = "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8" * 3
UPPER = WORD.upper()
HEX = "0f1e2d3c4b5a69788796a5b4c3d2e1f0" * 2
UUID = "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0"


def kinds_in(text: str) -> list[str]:
    """The shapes that a text shows.

    The table is made when its module is loaded, which a mutation run does before it changes anything; read
    anew, it is made of the changed code.
    """
    shapes = runpy.run_path(secret_shapes.__file__, run_name=secret_shapes.__name__)["TOKEN_SHAPES"]
    return [shape.kind for shape in shapes if shape.needle in text and re.search(shape.pattern, text)]


@pytest.mark.parametrize(
    ("kind", "needle", "rest"),
    [
        ("vade-token", "vade_", "acme-1_abcdefgh2345_" + HEX),
        ("github-token", "ghp_", WORD[:36]),
        ("github-token", "github_pat_", WORD[:36]),
        ("gitlab-token", "glpat-", WORD[:20]),
        ("aws-key", "AKIA", UPPER[:16]),
        ("aws-key", "ABSK", WORD[:80] + "=="),
        ("gcp-key", "AIza", WORD[:35]),
        ("gcp-key", "ya29.", WORD[:40]),
        ("gcp-key", "GOCSPX-", WORD[:28]),
        ("gcp-key", "1//0", WORD[:60]),
        ("azure-key", "ab18", "Q~" + WORD[:34]),
        ("azure-key", "&sig=", WORD[:43] + "%3D"),
        ("azure-key", "AccountKey=", WORD[:86] + "=="),
        ("slack-token", "xoxb-", WORD[:40]),
        ("slack-token", "https://hooks.slack.com/", "services/T01/B02/" + WORD[:24]),
        ("discord-token", "/api/webhooks/", "123456789012345678/" + WORD[:68]),
        ("stripe-key", "sk_live_", WORD[:24]),
        ("model-key", "sk-ant-", WORD[:40]),
        ("npm-token", "npm_", WORD[:36]),
        ("pypi-token", "pypi-AgE", WORD[:60]),
        ("rubygems-token", "rubygems_", HEX[:48]),
        ("docker-token", "dckr_pat_", WORD[:27]),
        ("vault-token", "hvs.", WORD[:24]),
        ("terraform-token", WORD[:14], ".atlasv1." + WORD[:60]),
        ("digitalocean-token", "dop_v1_", HEX),
        ("doppler-token", "dp.pt.", WORD[:40]),
        ("shopify-token", "shpat_", HEX[:32]),
        ("sendgrid-key", "SG.", WORD[:22] + "." + WORD[:43]),
        ("twilio-key", "SK", HEX[:32]),
        ("mailgun-key", "key-", HEX[:32]),
        ("mailchimp-key", HEX[:32], "-us12"),
        ("square-token", "sq0csp-", WORD[:43]),
        ("telegram-token", "1234567890", ":AA" + WORD[:33]),
        ("notion-token", "ntn_", WORD[:46]),
        ("linear-token", "lin_api_", WORD[:40]),
        ("figma-token", "figd_", WORD[:40]),
        ("airtable-token", "pat", WORD[:14] + "." + HEX),
        ("atlassian-token", "ATATT3", WORD[:80]),
        ("databricks-token", "dapi", HEX[:32] + "-2"),
        ("newrelic-key", "NRAK-", UPPER[:27]),
        ("grafana-token", "glsa_", WORD[:40]),
        ("sentry-token", "sntrys_", WORD[:60]),
        ("postman-key", "PMAK-", HEX[:24] + "-" + HEX[:34]),
        ("supabase-key", "sbp_", HEX[:40]),
        ("age-key", "AGE-SECRET-KEY-1", UPPER[:58]),
        ("tailscale-key", "tskey-auth-", WORD[:30]),
        ("pulumi-token", "pul-", HEX[:40]),
        ("hubspot-token", "pat-", "na1-" + UUID),
        ("dynatrace-token", "dt0c01.", UPPER[:24] + "." + UPPER[:64]),
        ("jwt", "eyJ", WORD[:20] + ".eyJ" + WORD[:20] + "." + WORD[:20]),
    ],
)
def test_token_is_known_by_its_opening(kind: str, needle: str, rest: str) -> None:
    assert kinds_in(f"({needle}{rest})") == [kind]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("xghp_" + WORD[:36], id="inside a word"),
        pytest.param("SG. SGx" + WORD[:22] + "." + WORD[:43], id="no dot"),
        pytest.param("ghp_" + WORD[:20], id="too short"),
    ],
)
def test_what_is_only_like_a_token_is_none(text: str) -> None:
    assert kinds_in(text) == []
