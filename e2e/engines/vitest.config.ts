import { defineConfig } from 'vitest/config';

import { longestFirst } from '../../server/testing/longest-first.ts';

/** Runs two files at a time; the stories of one engine follow each other, with a server and a browser of their own. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    pool: 'forks',
    maxWorkers: 2,
    sequence: {
      sequencer: longestFirst(import.meta.dirname, [
        'stories-webkit.e2e.ts',
        'stories-firefox.e2e.ts',
        'stories-chromium.e2e.ts',
      ]),
    },
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
});
