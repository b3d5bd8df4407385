"""Handle requests between the network and the app: limits, headers, logs, metrics, health.

Plain ASGI middleware, from the outside in: every answer is logged and counted, every answer gets
the headers, and the limits refuse requests before anything is computed.
"""
