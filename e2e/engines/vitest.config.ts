import { defineConfig } from 'vitest/config';

/** Runs the stories of all engines one at a time: each has its own server and browser. */
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
