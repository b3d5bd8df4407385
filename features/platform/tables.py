"""The tables of this feature in the store."""

from features.platform import registry, scores
from lab.store.store import Store
from lab.store.tables import Tables


def _delete_expired(store: Store) -> None:
    registry.delete_ended_nonces(store)
    scores.delete_ended_scores(store)


TABLES = Tables(
    migrations={4: registry.STATEMENTS, 5: scores.STATEMENTS}, delete_expired=_delete_expired
)
