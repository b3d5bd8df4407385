"""Actions in the dialog of own data."""


def button(page, key):
    (match,) = (element for element in page.button if element.key == key)
    return match


def run(page):
    """Run the page with the dialog open. In tests a run is always of the whole page, which closes
    the dialog."""
    page.session_state["own-due"] = True
    return page.run()


def paste_table(page, source):
    """Open the dialog, and paste a table into it."""
    button(page, "own-open").click().run()
    (area,) = (element for element in page.text_area if element.key == "own-text")
    area.set_value(source)
    return run(page)


def show(page):
    button(page, "own-show").click()
    return run(page)
