"""Which claims may stop holding when another one about the same subject changes.

A table, not a judgement: somebody who moves may keep the commute. What stands here is marked for a person to
look at and is still shown; nothing is taken back by it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_TABLE = """\
lives_in lives_at home address home_address residence resides_in city hometown location based_in
country moved_to
    address home_address postcode zip_code city country neighbourhood neighborhood district timezone
    time_zone commute commute_time travel_time_to_work route_to_work landlord rent flatmate roommate
    neighbour neighbor local_pub gym doctor dentist school nursery kindergarten pharmacy supermarket
    favourite_cafe favorite_cafe favourite_restaurant favorite_restaurant favourite_bakery
    internet_provider electricity_provider tax_office polling_station parking distance_to_work
    public_holidays
works_at works_for employer company employed_by job job_title role position profession occupation
    job_title role position team department manager boss reports_to colleague salary work_email
    office office_address desk commute commute_time travel_time_to_work working_hours work_hours
    holidays vacation_days works_on project laptop work_phone health_insurance on_call
manager boss reports_to team department
    manager boss reports_to stand_up standup one_on_one on_call
married_to partner spouse husband wife girlfriend boyfriend relationship_status engaged_to
    anniversary mother_in_law father_in_law in_laws surname last_name lives_with wedding_date
    relationship_status emergency_contact
name last_name surname
    email username signature initials
phone phone_number mobile
    carrier phone_plan
school university studies_at
    subject major course teacher tutor class semester campus dormitory
diet allergic_to allergy intolerance vegetarian vegan pregnant diagnosis
    favourite_food favorite_food favourite_restaurant favorite_restaurant eats drinks breakfast
    lunch dinner meal_plan medication supplement
car vehicle drives
    number_plate license_plate insurance car_insurance parking garage fuel
bank account_at
    iban account_number card standing_order
runs_on hosted_on hosted_at deployed_on deployed_to host server cloud cloud_provider platform
cluster environment region
    host hostname url ip ip_address port region instance_type deploy_command deployment_command
    deploys_with backup monitoring dashboard logs ssh_command dns certificate cost endpoint
    health_check load_balancer
database uses_database db stores_data_in datastore storage queue broker cache
    connection_string database_url port driver orm schema migration_tool migrations backup replica
    pool_size dialect version retention
language written_in framework uses_framework runtime stack
    version framework package_manager build_command test_command lint_command formatter linter
    test_runner run_command start_command entry_point dependencies lockfile base_image coding_style
    template_engine
package_manager build_tool uses_build_tool bundler
    install_command build_command lockfile lock_file test_command run_command ci_step cache_key
test_framework test_runner uses_test_framework
    test_command coverage_command fixtures mocking
version uses_version pinned_to
    changelog api compatible_with requires workaround known_issue migration
port host hostname url endpoint base_url
    url connection_string health_check base_url curl_command
auth authentication authenticates_with login identity_provider
    token_lifetime session_length login_url secret_name scopes permissions callback_url
repository repo source_control vcs default_branch ci ci_provider uses_ci
    clone_url ci ci_config pipeline release_process review_process branch_name default_branch badge
    deploy_key
owner maintainer owned_by maintained_by team_lead
    on_call contact escalation reviewer approver
deadline due due_date release_date launch_date starts_on event_date date scheduled_for
    milestone feature_freeze reminder rehearsal agenda travel hotel flight schedule
venue place takes_place_in meeting_place
    route parking hotel travel capacity arrival
"""
"""Lines at the margin: what changes. Indented below them: what may follow from it. Names in snake_case."""


def _groups() -> Iterator[tuple[list[str], list[str]]]:
    causes: list[str] = []
    effects: list[str] = []
    for line in _TABLE.splitlines():
        if not line.startswith(" ") and effects:
            yield causes, effects
            causes, effects = [], []
        (effects if line.startswith(" ") else causes).extend(line.split())
    yield causes, effects


def _read() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for causes, effects in _groups():
        for cause in causes:
            found.setdefault(cause, set()).update(effects)
    return {cause: frozenset(effects - {cause}) for cause, effects in found.items()}


DEPENDENT: Mapping[str, frozenset[str]] = _read()
"""Predicate -> predicates of the same subject that may no longer hold once it changes."""
