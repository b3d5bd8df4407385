"""A speech server for Orca that writes each utterance as a line to the file named by $SPOKEN.

Orca loads it by its name in `orca-customizations.py` (see desktop.py).
"""

import os

from orca import speechserver


def write(text: object) -> None:
    with open(os.environ["SPOKEN"], "a", encoding="utf-8") as file:
        file.write(" ".join(str(text).split()) + "\n")


class SpeechServer(speechserver.SpeechServer):
    @staticmethod
    def getFactoryName():
        return "Text"

    @staticmethod
    def getSpeechServers():
        return [SERVER]

    @staticmethod
    def getSpeechServer(info=None):
        return SERVER

    def speak(self, text=None, acss=None, interrupt=True):
        write(text)

    def speakCharacter(self, character, acss=None):
        write(character)


SERVER = SpeechServer()
