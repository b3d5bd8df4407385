"""Save a picture from the menu of its live element."""


def save(page, live, format_name, picture=None):
    """Save a picture from the menu; return the file's name and its bytes."""
    live.locator(".kl-save-button").first.click()
    choices = live.locator(".kl-tool-menu")
    choices.wait_for()
    if picture is not None:
        choices.locator("select").select_option(str(picture))
    with page.expect_download() as download:
        choices.get_by_role("button", name=format_name).click()
    choices.wait_for(state="detached")
    return download.value.suggested_filename, download.value.path().read_bytes()
