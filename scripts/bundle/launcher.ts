#!/usr/bin/env node
/**
 * The entry `dist/server/main.js`: Node links all imports of a module before it runs it, so an
 * outdated Node would exit with a stack trace instead of a message. This file only uses features of
 * Node 14.8.
 */
const { node } = process.versions;

if (Number(node.split('.')[0]) >= 24) {
  await import(new URL('program.js', import.meta.url).href);
} else {
  console.error(
    `Octavo needs Node.js 24 or later, and this is ${node}. In a checkout, "npm run octavo -- serve" starts it with the Node that the project brings.`,
  );
  process.exitCode = 1;
}

export {};
