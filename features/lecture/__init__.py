"""The lecture view, playlists of scenes, and pictures embedded in other pages."""
