"""A service of two tenants in memory, whose clock is set by hand."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from httpx2 import Response
from starlette.testclient import TestClient
from tests.engine.homes_in_memory import MemoryHome

from vademecum.engine.clocks import CallableClock
from vademecum.engine.vade import Vade
from vademecum.identity.derivation import Derivation
from vademecum.identity.fetching import fetch
from vademecum.identity.issuing import issue
from vademecum.model.audit import AuditEntry, AuditQuery
from vademecum.model.tenancy import EVERY_RIGHT, Grant, Quota, Right, Role, Tenant, TenantId, User, UserName
from vademecum.stores.memory.accounts import MemoryAccounts
from vademecum.stores.memory.jobs import MemoryJobs
from vademecum.vault.replays import MemoryReplays
from vademecum.web.observing.metrics import Metrics
from vademecum.web.service import service_application
from vademecum.wiring import UlidIds

ACME, OTHER = TenantId("acme"), TenantId("other")
ANN, ROOT = UserName("ann"), UserName("root")


class Accounts(MemoryAccounts):
    """Whose log can be made to fail."""

    failing: Exception | None = None

    def record(self, tenant: TenantId, entry: AuditEntry) -> None:
        if self.failing is not None:
            raise self.failing
        super().record(tenant, entry)


class MemoryHomes:
    """A home in memory for each user; notes what was asked for."""

    def __init__(self) -> None:
        self.opened: list[dict[str, Any]] = []
        self.kept: list[tuple[str, str | None]] = []
        self.failing: Exception | None = None
        self._homes: dict[tuple[str, str], MemoryHome] = {}

    def home(self, tenant: str, user: str) -> MemoryHome:
        return self._homes.setdefault((tenant, user), MemoryHome(project=None))

    def vade(
        self,
        tenant: str,
        user: str,
        *,
        reads: Collection[str],
        writes: Collection[str],
        personal: bool,
        changes: bool,
    ) -> Vade:
        if self.failing is not None:
            raise self.failing
        self.opened.append(
            {
                "user": user,
                "reads": set(reads),
                "writes": set(writes),
                "personal": personal,
                "changes": changes,
            }
        )
        return self.home(tenant, user).vade

    def keeper(self, tenant: str, user: str | None = None) -> Vade:
        self.kept.append((tenant, user))
        return self.home(tenant, user or "").vade


class Serviced:
    """Asks the service over HTTP."""

    def __init__(self) -> None:
        self.now = MemoryHome(project=None).clock.now()
        self.clock = CallableClock(lambda: self.now)
        self.accounts = Accounts()
        self.derivation = Derivation(memory_kib=8, passes=1)
        self.homes = MemoryHomes()
        for tenant in (ACME, OTHER):
            self.accounts.create(Tenant(id=tenant, created=self.now))
            self.accounts.put_user(tenant, User(name=ANN, created=self.now))
            self.accounts.put_user(tenant, User(name=ROOT, created=self.now, role=Role.ADMIN))
        self.accounts.grant(ACME, Grant(holder="user:ann", scope="org:acme", write=True))
        self.failing: list[Exception] = []
        self.jobs = MemoryJobs()
        self.replays, self.ids = MemoryReplays(), UlidIds()
        self.fetch = fetch
        self.erased = list[TenantId]().append
        self.metrics = Metrics(lambda: {"pool_size": 3, "pool_available": 2}, lambda: 5, tenants=True)
        hosts = ("127.0.0.1", "vade.example.org")
        self.app = service_application(self, self.metrics, version="1.2.3", hosts=hosts)
        self.client = TestClient(
            self.app, base_url="http://127.0.0.1", raise_server_exceptions=False, follow_redirects=False
        )

    def ready(self) -> None:
        if self.failing:
            raise self.failing[0]

    def close(self) -> None:
        """Nothing is held."""

    def token(
        self,
        user: str = "ann",
        tenant: TenantId = ACME,
        rights: frozenset[Right] = EVERY_RIGHT,
        minutes: int | None = None,
        scopes: tuple[str, ...] = (),
    ) -> str:
        """The text of a fresh token."""
        expires = None if minutes is None else self.now + timedelta(minutes=minutes)
        return issue(
            self.accounts,
            self.derivation,
            tenant,
            UserName(user),
            self.now,
            rights=rights,
            expires=expires,
            scopes=scopes,
        ).text

    def ask(self, method: str, path: str, token: str = "", **how: Any) -> Response:
        headers = {**({"Authorization": f"Bearer {token}"} if token else {}), **how.pop("headers", {})}
        return self.client.request(method, path, headers=headers, **how)

    def lines(self, tenant: TenantId = ACME) -> tuple[AuditEntry, ...]:
        """The audit log, newest first."""
        return self.accounts.audit(tenant, AuditQuery())

    def bound(self, **bounds: int) -> None:
        """Give Acme a quota."""
        self.accounts.change(Tenant(id=ACME, created=self.now, quota=Quota(**bounds)))
