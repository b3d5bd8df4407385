"""The feature's tables in the store."""

from features.platform import registry
from lab.store.store import Store
from lab.store.tables import Tables

ALL = (registry.NONCES, registry.REGISTRATIONS)


def _delete_expired(store: Store) -> None:
    registry.delete_ended_nonces(store)


TABLES = Tables(migrations={4: registry.STATEMENTS}, delete_expired=_delete_expired)
