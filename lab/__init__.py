"""What the pages share: the scene, the data behind it, the frame endpoint and the assets.

Arrows: pages and app.py import from lab; lab imports from kernel_core; never the other way.
Nothing is imported here, so that `import lab.scene.scene` stays cheap.
"""
