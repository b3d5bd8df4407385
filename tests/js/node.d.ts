// The tests use little of Node itself: its modules are not type-checked.
declare module "node:*";
