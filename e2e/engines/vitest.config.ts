import { defineConfig } from 'vitest/config';

/** The stories of all engines, one after the other: each has a server and a browser of its own. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
});
