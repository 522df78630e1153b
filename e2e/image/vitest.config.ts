import { defineConfig } from 'vitest/config';

/** Builds the image of the server in a bare Debian and runs it: about two minutes, mostly downloads. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    // The downloads take several times as long beside other work.
    hookTimeout: 900_000,
  },
});
