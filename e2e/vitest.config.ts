import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    // Told in three engines, by a suite of their own.
    exclude: ['engines/**', '**/node_modules/**'],
    // Each test starts a server and a browser of its own; one at a time keeps times honest on two cores.
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // A test that races is a fault to be found: `npm test` runs it by itself once more, and names it.
    retry: 0,
  },
});
