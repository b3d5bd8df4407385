"""The code that pages and features share: scenes, endpoints, controls, the course and its store.

Imports go one way: app.py, pages and features import from lab, and lab from kernel_core.
Nothing is imported here, so that `import lab.scene.scene` stays cheap.
"""
