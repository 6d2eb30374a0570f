"""Users, groups and grants as rows."""

from __future__ import annotations

from vademecum.errors import NotFound, quoted
from vademecum.model.tenancy import Grant, Group, Role, User, UserName

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from vademecum.model.tenancy import TenantId
    from vademecum.stores.postgres.tenancy import Tenancy
    from vademecum.stores.postgres.transaction import Transaction

_PUT_USER = """
INSERT INTO vade.member (tenant, name, created, role, suspended)
VALUES (%(tenant)s, %(name)s, %(created)s, %(role)s, %(suspended)s)
ON CONFLICT (tenant, name) DO UPDATE SET role = excluded.role, suspended = excluded.suspended
"""
_SPACE = """
INSERT INTO vade.person_space (tenant, space) VALUES (%(tenant)s, %(space)s)
ON CONFLICT (tenant, space) DO NOTHING
"""
_LEAVE = (
    "DELETE FROM vade.token WHERE tenant = %(tenant)s AND owner = %(name)s",
    "DELETE FROM vade.scope_grant WHERE tenant = %(tenant)s AND holder = 'user:' || %(name)s",
    "DELETE FROM vade.membership WHERE tenant = %(tenant)s AND member = %(name)s",
    "DELETE FROM vade.member WHERE tenant = %(tenant)s AND name = %(name)s",
)
_JOIN = "INSERT INTO vade.membership (tenant, team, member) VALUES (%(tenant)s, %(team)s, %(member)s)"
_ORPHANS = """
DELETE FROM vade.scope_grant WHERE tenant = %(tenant)s AND holder LIKE 'group:%%' AND substr(holder, 7) NOT IN
    (SELECT team FROM vade.membership WHERE tenant = %(tenant)s)
"""
_USERS = "SELECT name, created, role, suspended FROM vade.member WHERE tenant = %(tenant)s ORDER BY name"
_GROUPS = """
SELECT team, array_agg(member ORDER BY member) FROM vade.membership
WHERE tenant = %(tenant)s GROUP BY team ORDER BY team
"""
_GRANT = """
INSERT INTO vade.scope_grant (tenant, holder, scope, may_write)
VALUES (%(tenant)s, %(holder)s, %(scope)s, %(write)s)
ON CONFLICT (tenant, holder, scope) DO UPDATE SET may_write = excluded.may_write
"""
_WITHDRAW = (
    "DELETE FROM vade.scope_grant WHERE tenant = %(tenant)s AND holder = %(holder)s AND scope = %(scope)s"
)
_GRANTS = """
SELECT holder, scope, may_write FROM vade.scope_grant WHERE tenant = %(tenant)s ORDER BY holder, scope
"""
_TENANT = "SELECT FROM vade.account WHERE tenant = %(tenant)s AND NOT deleted"
_USER = "SELECT FROM vade.member WHERE tenant = %(tenant)s AND name = %(name)s"


class MemberRows:
    """Implements `ports.tenancy.Members` and `Grants`."""

    def __init__(self, of: Callable[[TenantId], Tenancy], space_of: Callable[[str, str], str]) -> None:
        """Ask for rows.

        Args:
            of: rows of a tenant, or of what a person keeps alone.
            space_of: under which name (tenant, user) keeps alone what is personal.
        """
        self._of = of
        self._space_of = space_of

    def put_user(self, tenant: TenantId, user: User) -> None:
        """See `ports.tenancy.Members.put_user`."""

        def work(now: Transaction) -> None:
            must_exist(now)
            now.run(_SPACE, space=self._space_of(tenant, user.name))
            now.run(
                _PUT_USER,
                name=user.name,
                created=user.created,
                role=user.role.value,
                suspended=user.suspended,
            )

        self._of(tenant).write(work, repeatable=True)

    def remove_user(self, tenant: TenantId, name: UserName) -> None:
        """See `ports.tenancy.Members.remove_user`."""

        def work(now: Transaction) -> None:
            for statement in _LEAVE:
                now.run(statement, name=name)
            now.run(_ORPHANS)

        self._of(tenant).write(work, repeatable=True)

    def users(self, tenant: TenantId) -> tuple[User, ...]:
        """See `ports.tenancy.Members.users`."""

        def work(now: Transaction) -> tuple[User, ...]:
            must_exist(now)
            return tuple([user_of(row) for row in now.all(_USERS)])

        return self._of(tenant).read(work)

    def put_group(self, tenant: TenantId, group: Group) -> None:
        """See `ports.tenancy.Members.put_group`."""

        def work(now: Transaction) -> None:
            for member in group.members:
                must_be_user(now, member)
            now.run(
                "DELETE FROM vade.membership WHERE tenant = %(tenant)s AND team = %(team)s", team=group.name
            )
            now.many(
                _JOIN,
                [{"team": group.name, "member": member} for member in sorted(set(group.members))],
            )
            now.run(_ORPHANS)

        self._of(tenant).write(work, repeatable=True)

    def groups(self, tenant: TenantId) -> tuple[Group, ...]:
        """See `ports.tenancy.Members.groups`."""
        rows = self._of(tenant).read(lambda now: now.all(_GROUPS))
        return tuple([Group(name=team, members=tuple(map(UserName, members))) for team, members in rows])

    def grant(self, tenant: TenantId, grant: Grant) -> None:
        """See `ports.tenancy.Grants.grant`."""

        def work(now: Transaction) -> None:
            must_exist(now)
            now.run(_GRANT, holder=grant.holder, scope=grant.scope, write=grant.write)

        self._of(tenant).write(work, repeatable=True)

    def withdraw(self, tenant: TenantId, holder: str, scope: str) -> bool:
        """See `ports.tenancy.Grants.withdraw`."""
        return self._of(tenant).write(lambda now: now.run(_WITHDRAW, holder=holder, scope=scope)) > 0

    def grants(self, tenant: TenantId) -> tuple[Grant, ...]:
        """See `ports.tenancy.Grants.grants`."""
        rows = self._of(tenant).read(lambda now: now.all(_GRANTS))
        return tuple([Grant(holder=holder, scope=scope, write=write) for holder, scope, write in rows])


def user_of(row: Sequence[Any]) -> User:
    """A user from the columns name, created, role, suspended."""
    name, created, role, suspended = row
    return User(name=UserName(name), created=created, role=Role(role), suspended=suspended)


def must_exist(now: Transaction) -> None:
    """Refuse what concerns a tenant that is not there.

    Raises:
        NotFound: it is not.
    """
    if now.one(_TENANT) is None:
        raise NotFound(
            f"there is no tenant {quoted(now.tenant)}; `vade service tenant list` shows those there are"
        )


def must_be_user(now: Transaction, name: UserName) -> None:
    """Refuse what concerns somebody who is no user of the tenant.

    Raises:
        NotFound: there is no such user, or no such tenant.
    """
    must_exist(now)
    if now.one(_USER, name=name) is None:
        raise NotFound(f"there is no user {quoted(name)} in the tenant {quoted(now.tenant)}")
