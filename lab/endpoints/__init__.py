"""What the browser asks the server, and the pools that compute the answers."""
