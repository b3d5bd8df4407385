"""Links from the front page to the pages that can show its scene."""

from lab.course import course
from lab.course.page_declaration import PageDeclaration
from lab.scene.fields import FIELDS, KERNELS, OWN
from lab.scene.scene import Scene, replace
from pages.home.default_scene import DEFAULT
from pages.home.items import SceneLink, SceneLinks

# The fields of the front page's scene that another page may fix.
_FIXED_ELSEWHERE = ("loss", "risk", "intercept")


def item() -> SceneLinks:
    """Return links to the open pages that can show scenes of the front page.

    The browser shows a link only while its page can show the current scene.
    """
    closed_reason = course.current().dates.closed_reason
    pages = [page for page in course.current().ordered_pages() if not closed_reason(page.path)]
    return SceneLinks([_link(page) for page in pages if can_show(page)])


def can_show(page: PageDeclaration) -> bool:
    """Return whether a page shows points of two classes in the plane and accepts the default risk,
    which no control of the front page changes."""
    is_in_the_plane = isinstance(page.scene, Scene) and DEFAULT.data in page.sources
    return is_in_the_plane and page.fixed_fields.get("risk", DEFAULT.risk) == DEFAULT.risk


def _link(page: PageDeclaration) -> SceneLink:
    fixed_fields = {
        name: [FIELDS[name].text(page.fixed_fields[name])]
        for name in _FIXED_ELSEWHERE
        if name in page.fixed_fields
    }
    kernels = [kernel for kernel in (*KERNELS, OWN) if _keeps_kernel(page, kernel)]
    return {
        "title": page.title,
        "path": page.path,
        "step": page.scene_step,
        "when": {"data": list(page.sources), "kernel": kernels, **fixed_fields},
    }


def _keeps_kernel(page: PageDeclaration, kernel: str) -> bool:
    """Return whether a page shows a scene with this kernel, without replacing the kernel."""
    if page.adapt_scene is None:
        return True
    scene = replace(page.scene, kernel=kernel)
    return page.adapt_scene(scene, {})[0].kernel == kernel
