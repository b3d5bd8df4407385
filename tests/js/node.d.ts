// Of Node itself the tests use little: its modules go unchecked.
declare module "node:*";
