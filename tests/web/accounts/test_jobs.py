"""Jobs over HTTP."""

from __future__ import annotations

import pytest
from tests.web.accounts.behind_the_door import ACME, OTHER, Serviced

from vademecum.model.jobs import JobKind, JobState
from vademecum.model.tenancy import EVERY_RIGHT, Right
from vademecum.model.value import replace
from vademecum.web.accounts import jobs as routes


def asked(service: Serviced, token: str, kind: str = "export") -> str:
    answer = service.ask("POST", f"/v1/jobs/{kind}", token, json={})
    assert answer.status_code == 201
    id: str = answer.json()["id"]
    return id


def test_a_job_is_asked_for_and_shown(service: Serviced) -> None:
    token = service.token()
    id = asked(service, token)
    shown = service.ask("GET", f"/v1/jobs/{id}", token).json()

    assert (shown["kind"], shown["state"], shown["user"], shown["result"]) == (
        "export",
        "waiting",
        "ann",
        None,
    )
    kept = service.jobs.job(ACME, id)
    assert kept
    assert kept.scopes == ("org:acme", "personal")


def test_an_upload_is_kept_for_the_job(service: Serviced) -> None:
    answer = service.ask("POST", "/v1/jobs/import?file=../../notes.md", service.token(), content=b"# Notes")
    begun = service.jobs.begin(ACME, answer.json()["id"], service.now)

    assert answer.status_code == 201
    assert begun
    assert (begun[0].arguments, begun[1]) == ('{"file": "notes.md"}', b"# Notes")


def test_an_upload_has_its_bound(service: Serviced, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "MOST_UPLOAD_BYTES", 3)

    answer = service.ask("POST", "/v1/jobs/import", service.token(), content=b"abcd")

    assert (answer.status_code, answer.json()["code"]) == (413, "limit_exceeded")


@pytest.mark.parametrize("kind", list(JobKind))
def test_every_kind_needs_its_right(service: Serviced, kind: JobKind) -> None:
    needed = {JobKind.EXPORT: Right.READ, JobKind.ERASE: Right.ERASE}.get(kind, Right.WRITE)
    token = service.token(rights=EVERY_RIGHT - {needed})

    assert service.ask("POST", f"/v1/jobs/{kind.value}", token, json={}).status_code == 403


def test_an_erasure_names_what_goes(service: Serviced) -> None:
    token = service.token()
    bare = service.ask("POST", "/v1/jobs/erase", token, json={})
    named = service.ask("POST", "/v1/jobs/erase", token, json={"handles": ["01JNTSW6X0"]})

    assert (bare.status_code, bare.json()["field"]) == (400, "handles")
    assert named.json()["arguments"] == {"handles": ["01JNTSW6X0"]}


def test_another_kind_is_told(service: Serviced) -> None:
    answer = service.ask("POST", "/v1/jobs/exprot", service.token(), json={})

    assert (answer.status_code, answer.json()["suggestions"]) == (400, ["export", "import"])


def test_jobs_are_listed_page_by_page(service: Serviced) -> None:
    token = service.token()
    ids = [asked(service, token) for _ in range(3)]
    first = service.ask("GET", "/v1/jobs?limit=2", token).json()["results"]
    rest = service.ask("GET", f"/v1/jobs?before={first[-1]['id']}", token).json()["results"]

    assert [one["id"] for one in [*first, *rest]] == ids[::-1]


def test_ones_own_job_is_found_behind_those_of_others(service: Serviced) -> None:
    token = service.token("ann")
    id = asked(service, token)
    others = [asked(service, service.token("root")) for _ in range(3)]
    listed = service.ask("GET", "/v1/jobs?limit=1", token).json()["results"]

    assert min(others) > id
    assert [one["id"] for one in listed] == [id]


def test_nobody_elses_job_is_there(service: Serviced) -> None:
    id = asked(service, service.token("root"))
    for token in (service.token("ann"), service.token("root", OTHER)):
        assert service.ask("GET", f"/v1/jobs/{id}", token).status_code == 404
        assert service.ask("DELETE", f"/v1/jobs/{id}", token).status_code == 404
        assert service.ask("GET", f"/v1/jobs/{id}/file", token).status_code == 404
        assert service.ask("GET", "/v1/jobs", token).json()["results"] == []


def test_a_job_is_cancelled(service: Serviced) -> None:
    token = service.token()
    id = asked(service, token)

    assert service.ask("DELETE", f"/v1/jobs/{id}", token).json()["state"] == "cancelled"
    assert service.ask("DELETE", f"/v1/jobs/{id}", token).json()["state"] == "cancelled"


def test_what_a_job_made_is_taken_home(service: Serviced) -> None:
    token = service.token()
    id = asked(service, token)
    assert service.ask("GET", f"/v1/jobs/{id}/file", token).status_code == 404
    begun = service.jobs.begin(ACME, id, service.now)
    assert begun
    service.jobs.end(ACME, replace(begun[0], state=JobState.DONE, ended=service.now), b"PK archive")
    taken = service.ask("GET", f"/v1/jobs/{id}/file", token)

    assert (taken.status_code, taken.content) == (200, b"PK archive")
    assert taken.headers["content-disposition"].startswith("attachment")


def test_a_narrow_token_meets_no_wider_job(service: Serviced) -> None:
    wide, narrow = service.token(), service.token(scopes=("org:acme",))
    id, own = asked(service, wide), asked(service, narrow)

    assert service.ask("GET", f"/v1/jobs/{id}", narrow).status_code == 404
    assert service.ask("DELETE", f"/v1/jobs/{id}", narrow).status_code == 404
    assert service.ask("GET", f"/v1/jobs/{id}/file", narrow).status_code == 404
    assert [one["id"] for one in service.ask("GET", "/v1/jobs", narrow).json()["results"]] == [own]
    assert [one["id"] for one in service.ask("GET", "/v1/jobs", wide).json()["results"]] == [own, id]
