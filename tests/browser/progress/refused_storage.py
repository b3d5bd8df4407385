"""Scripts for a page whose browser refuses all storage."""

BLOCKED = """
const refuse = () => { throw new DOMException("not here", "SecurityError"); };
for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches", "cookieStore"])
  Object.defineProperty(window, name, { get: refuse });
Object.defineProperty(Document.prototype, "cookie", { get: refuse, set: refuse });
window.BroadcastChannel = class { constructor() { refuse(); } };
if (navigator.serviceWorker) navigator.serviceWorker.register = async () => refuse();
"""
# Both stores exist, but each use of them fails, as when they are full or switched off in the
# settings.
USELESS = """
const refuse = () => { throw new DOMException("not here", "QuotaExceededError"); };
const spoil = (kind, names) => kind && names.forEach((name) => { kind.prototype[name] = refuse; });
spoil(window.Storage, ["getItem", "setItem", "removeItem", "key", "clear"]);
Object.defineProperty(Storage.prototype, "length", { get: refuse });
spoil(window.IDBFactory, ["open", "deleteDatabase", "databases"]);
spoil(window.CacheStorage, ["open", "match", "has", "keys", "delete"]);
spoil(window.BroadcastChannel, ["postMessage"]);
Object.defineProperty(Document.prototype, "cookie", { get: refuse, set: refuse });
"""
