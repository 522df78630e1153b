/**
 * Settings of glibc's allocator, which reads them when a process starts: few arenas for all
 * threads, because each keeps what it once used, and buffers of covers, of pages and of V8's compiler,
 * which takes 32 KiB at a time, return to the system at once. Bytes, except for the number of
 * arenas. Reasons and figures are in docs/decisions/0174-allocator.md and 0410-memory-of-the-first-start.md.
 */
export const allocatorSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** Adds the settings to an environment, unless it is of another system or has some already. */
export const withAllocatorSettings = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  process.platform !== 'linux' || Object.keys(allocatorSettings).some((name) => name in env)
    ? env
    : Object.assign({}, env, allocatorSettings);
