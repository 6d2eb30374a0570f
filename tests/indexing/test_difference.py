"""What one look at the files asks to be done, and what it must never believe."""

from __future__ import annotations

from vademecum.indexing.difference import Difference, compare
from vademecum.model.file import FileState, Listing, Stamp
from vademecum.model.value import replace

STAMP = Stamp(size=10, mtime_ns=1, ctime_ns=1, inode=1)
STATE = FileState(STAMP, "abc")


def test_equal_stamp_is_not_read() -> None:
    assert compare(Listing({"a.md": STAMP}, {}), {"a.md": STATE}) == Difference((), (), ())


def test_new_file_is_read() -> None:
    assert compare(Listing({"b.md": STAMP, "a.md": STAMP}, {}), {}).unread == ("a.md", "b.md")


def test_change_time_alone_is_a_change() -> None:
    touched = STAMP._replace(ctime_ns=2)

    assert compare(Listing({"a.md": touched}, {}), {"a.md": STATE}).unread == ("a.md",)


def test_young_file_is_read_again() -> None:
    racy = replace(STATE, racy=True)

    assert compare(Listing({"a.md": STAMP}, {}), {"a.md": racy}).unread == ("a.md",)


def test_missing_file_is_believed_deleted() -> None:
    assert compare(Listing({}, {}), {"x/a.md": STATE}).gone == ("x/a.md",)


def test_unreachable_folder_deletes_nothing() -> None:
    listing = Listing({}, {"x": "permission denied"})

    difference = compare(listing, {"x/a.md": STATE, "x/y/b.md": STATE, "xy/c.md": STATE})

    assert difference == Difference((), ("xy/c.md",), ("x/a.md", "x/y/b.md"))


def test_unreachable_vault_deletes_nothing() -> None:
    assert compare(Listing({}, {"": "not mounted"}), {"a.md": STATE}).withheld == ("a.md",)


def on(device: int) -> Stamp:
    return STAMP._replace(device=device)


def test_another_device_below_a_scope_deletes_nothing() -> None:
    listing = Listing({}, {}, {"": 1, "org__a": 1})
    known = {"org__a/x.md": FileState(on(2), "x"), "org__a/deep/y.md": FileState(on(2), "y")}

    assert compare(listing, known) == Difference((), (), tuple(sorted(known)), ("org__a",))


def test_another_device_below_the_vault_deletes_nothing() -> None:
    known = {"personal/x.md": FileState(on(2), "x"), "y.md": FileState(on(2), "y")}

    assert compare(Listing({}, {}, {"": 1}), known).unmounted == ("",)
    assert compare(Listing({}, {}, {"": 1}), known).withheld == ("personal/x.md", "y.md")


def test_new_file_on_the_bare_mount_point_deletes_nothing() -> None:
    listing = Listing({"personal/new.md": on(1)}, {}, {"": 1, "personal": 1})

    assert compare(listing, {"personal/x.md": FileState(on(2), "x")}).withheld == ("personal/x.md",)


def test_every_file_removed_on_its_device_is_deleted() -> None:
    known = {"personal/x.md": FileState(on(1), "x"), "org__a/y.md": FileState(on(1), "y")}

    assert compare(Listing({}, {}, {"": 1, "personal": 1}), known).gone == tuple(sorted(known))


def test_home_restored_onto_another_disk_is_read() -> None:
    listing = Listing({"personal/x.md": on(1)}, {}, {"": 1, "personal": 1})
    known = {"personal/x.md": FileState(on(2), "x"), "personal/y.md": FileState(on(2), "y")}

    assert compare(listing, known) == Difference(("personal/x.md",), ("personal/y.md",), ())
