"""Sonification: a button or a key plays the curves or the plane of a picture as sound.

The values are those that are drawn (`assets/draw/drawn-data.js`); the browser's WebAudio plays
them. docs/accessibility.md describes the sounds, and explains why Chart2Music is not used.
"""

from lab.course.feature import Feature, Privacy

SCRIPT, STYLE = "features/sound/sound.js", "features/sound/sound.css"


FEATURE = Feature(
    name="sound",
    is_on=lambda _: True,
    styles=(STYLE,),
    picture_scripts=(SCRIPT,),
    cleared_keys={"kernel-methods-live-1-sound": "your sound settings"},
    privacy=Privacy(
        "Whether sound is on, its volume and its speed are stored in your own browser."
    ),
)
