#!/usr/bin/env node
/**
 * The entry `dist/server/main.js`: Node links all imports of a module before it runs it, so an
 * outdated Node would exit with a stack trace instead of a message. This file only uses features of
 * Node 14.8, and what it imports is bundled with it.
 */
import { withAllocatorSettings } from './allocator.ts';

const { argv, argv0, connected, env, execArgv, execPath, versions } = process;

/**
 * Replaces the process by one whose allocator has our settings, which keeps its id and its streams,
 * but would lose a channel to its parent. Does nothing if the settings were there at the start.
 */
const setAllocator = () => {
  const settings = withAllocatorSettings(env);
  if (settings === env || connected) return;
  try {
    process.execve?.(execPath, [argv0, ...execArgv, ...argv.slice(1)], settings);
  } catch {
    // Node's permissions forbid it to start programs: it runs as it is, with more memory.
  }
};

if (Number(versions.node.split('.')[0]) >= 24) {
  // Commands that finish do not need it.
  if (argv.includes('serve')) setAllocator();
  await import(new URL('program.js', import.meta.url).href);
} else {
  console.error(
    `Octavo needs Node.js 24 or later, and this is ${versions.node}. In a checkout, "npm run octavo -- serve" starts it with the Node that the project brings.`,
  );
  process.exitCode = 1;
}
