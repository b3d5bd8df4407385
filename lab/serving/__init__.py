"""What stands between the network and the app: limits, headers, logs, numbers, health.

Plain ASGI middleware, from the outside in: the log and the counts see every answer, the headers go
on every answer, the limits refuse before anything is computed.
"""
