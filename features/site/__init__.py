"""The course as a folder for any web host: every page, with an engine in the browser.

    make site        or        python -m features.site build/site

`screen` replaces Streamlit and records what a page draws. `visit` runs the pages: when the site is
built and, in the visitor's browser, at every change. `page_html` writes the recorded page as HTML.
The engine is Python in the browser, with the course's code; there `engine` answers the requests of
the pages' scripts. The site runs the same pages as the app.
"""
