"""What a client that read a record may say of its state, and what it is told."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.web.served import Served


def tagged(served: Served) -> tuple[str, str]:
    """A record's path and its tag."""
    path = f"/v1/memories/{served.remember('The port is 8080.')}"
    return path, served.get(path).headers["etag"]


def test_known_state_is_not_sent_again(served: Served) -> None:
    path, tag = tagged(served)

    answer = served.get(path, headers={"If-None-Match": f'"other", W/{tag}'})

    assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", tag)


def test_changed_state_is_sent(served: Served) -> None:
    path, tag = tagged(served)
    served.ask("PATCH", path, json={"title": "Port"})

    assert served.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_change_tells_the_new_state(served: Served) -> None:
    path, tag = tagged(served)

    changed = served.ask("PATCH", path, json={"title": "Port"}, headers={"If-Match": tag})

    assert changed.headers["etag"] == served.get(path).headers["etag"] != tag


def test_change_of_another_state_is_refused(served: Served) -> None:
    path, tag = tagged(served)
    served.ask("PATCH", path, json={"title": "Port"})

    answer = served.ask("PATCH", path, json={"title": "Gate"}, headers={"If-Match": tag})

    assert served.refused(answer)[:2] == (412, "conflict")
    assert served.get(path).json()["memory"]["title"] == "Port"


def test_star_means_any_state(served: Served) -> None:
    path, _ = tagged(served)

    assert served.ask("PATCH", path, json={"title": "Port"}, headers={"If-Match": "*"}).status_code == 200


def test_weak_tag_allows_no_change(served: Served) -> None:
    path, tag = tagged(served)

    answer = served.ask("PATCH", path, json={"title": "Port"}, headers={"If-Match": f"W/{tag}"})

    assert served.refused(answer)[:2] == (412, "conflict")


@pytest.mark.parametrize("header", ["abc", '"abc', "", '"a" "b"'])
def test_what_is_no_list_of_tags_is_refused(served: Served, header: str) -> None:
    path, _ = tagged(served)

    answer = served.ask("PATCH", path, json={"title": "Port"}, headers={"If-Match": header})

    assert served.refused(answer) == (400, "invalid_value", "If-Match")


def test_of_two_writers_one_is_refused(served: Served) -> None:
    path, tag = tagged(served)

    def write(number: int) -> int:
        body = {"add_tags": [f"t{number}"]}
        return served.ask("PATCH", path, json=body, headers={"If-Match": tag}).status_code

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(write, range(8))) == [200, *[412] * 7]
    assert len(served.get(path).json()["memory"]["tags"]) == 1


def test_rewriting_the_file_holds_it_against_what_was_read(served: Served) -> None:
    path, _ = tagged(served)
    place = served.get(path).json()["memory"]["path"]
    before = served.vault.read_bytes(place).decode()
    body = {"before": before, "after": before.replace("8080", "9090")}

    assert served.ask("PUT", f"{path}/file", json=body).status_code == 200
    assert served.refused(served.ask("PUT", f"{path}/file", json=body))[:2] == (409, "conflict")
