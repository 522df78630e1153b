import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    // These run in three engines, with their own configuration.
    exclude: ['engines/**', '**/node_modules/**'],
    // Each test starts a server and a browser; running one at a time keeps timings stable on two
    // cores.
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Flaky tests are bugs: `npm test` retries a failed test once by itself and reports it.
    retry: 0,
  },
});
