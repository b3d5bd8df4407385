// The tests use little of Node, so its modules have no types.
declare module "node:*";
