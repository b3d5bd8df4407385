"""The dialog of own data, by a visitor's hand."""


def button(page, key):
    (found,) = (one for one in page.button if one.key == key)
    return found


def run(page):
    """As a press in the dialog does: here every run is the whole page's, which closes it."""
    page.session_state["own-due"] = True
    return page.run()


def brought(page, source):
    """The dialog, with a table pasted into it."""
    button(page, "own-open").click().run()
    (area,) = (one for one in page.text_area if one.key == "own-text")
    area.set_value(source)
    return run(page)


def show(page):
    button(page, "own-show").click()
    return run(page)
