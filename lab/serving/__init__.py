"""Handle requests between the network and the app: limits, headers, logs, metrics, health.

The middleware is plain ASGI. From the outside in, it logs and counts every answer, sets the
security headers, and refuses requests beyond the limits before anything is computed.
"""
