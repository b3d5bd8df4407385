"""Open a page with the panel of an assignment."""

from streamlit.testing.v1 import AppTest

from tests.lab.ui import visit


def open_panel(**query: str) -> AppTest:
    page = visit.open_page("home/page.py", query)
    assert not page.exception
    return page


def words(page: AppTest) -> dict[str, str]:
    texts = {name: page.query_params[name] for name in page.query_params}
    return {name: text if isinstance(text, str) else text[0] for name, text in texts.items()}
