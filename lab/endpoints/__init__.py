"""The endpoints that the browser requests, and the pools that compute the answers."""
