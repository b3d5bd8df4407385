"""The course as a folder for any web host: every page, with an engine in the browser.

    make site        or        python -m features.site build/site

`screen` takes Streamlit's place and keeps what a page puts on it; `visit` runs the pages, when the
site is built and, in the visitor's browser, at every change; `page_html` writes what was kept. What
scripts ask a server, `engine` answers in the browser, from the pages' own registry. Nothing here
is a second version of a page.
"""
