"""One remote, one spelling; and git's configuration as git reads it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.vault.git import config_entries
from vademecum.vault.remotes import is_local, normal_remote


@pytest.mark.parametrize(
    "address",
    [
        "git@h.org:a/b", "git@H.org:a/b.git", "h.org:a/b", "https://h.org/a/b", "https://h.org/a/b.git/",
        "https://user:pass@h.org/a/b", "ssh://git@h.org:22/a/b", "ssh://git@h.org/a/b/", "git://h.org:9418/a/b.git",
        "http://h.org:80//a/b", "git@h.org:/a/b",
    ],
)  # fmt: skip
def test_spellings_of_one_remote_are_one(address: str) -> None:
    assert normal_remote(address) == "h.org/a/b"
    assert not is_local(address)


@pytest.mark.parametrize(
    ("address", "normal"),
    [
        ("https://h.org/A/b", "h.org/A/b"),
        ("ssh://h.org:2222/a/b", "h.org:2222/a/b"),
        ("https://[::1]:8080/a.git", "[::1]:8080/a"),
        ("git@[::1]:a/b", "[::1]/a/b"),
        ("ssh://git@[::1]:22/a", "[::1]/a"),
    ],
)
def test_what_differs_stays_different(address: str, normal: str) -> None:
    assert normal_remote(address) == normal


@pytest.mark.parametrize("address", ["/srv/x.git", "../x", "file:///srv/x", "C:/x", "C:\\x", "./a:b", "x"])
def test_folders_are_no_hosts(address: str) -> None:
    assert is_local(address)


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ('[remote "origin"]\n\turl = a/b\n', ("remote.origin", "url", "a/b")),
        ('[Remote "Origin"] URL=a ; c\n', ("remote.Origin", "url", "a")),
        ("[remote.origin]\r\nurl = a b  # c\r\n", ("remote.origin", "url", "a b")),
        ('[a "x]\\"y"]\nk = " a;b " c\n', ('a.x]"y', "k", " a;b  c")),
        ("[a]\nk = x\\\ny\n", ("a", "k", "xy")),
        ('[a]\nk = "t\\tq\\"\\\\"\n', ("a", "k", 't\tq"\\')),
        ("[a]\nbare\n", ("a", "bare", "true")),
        ("# [b]\n; k = 1\n[a]\nk =\n", ("a", "k", "")),
    ],
)
def test_git_configuration_is_read_as_git_does(text: str, entry: tuple[str, str, str]) -> None:
    assert list(config_entries(text)) == [entry]


@given(st.text(alphabet='[]"\\=#; \n\rax'))
def test_any_configuration_is_answered(text: str) -> None:
    assert all(len(entry) == 3 for entry in config_entries(text))
