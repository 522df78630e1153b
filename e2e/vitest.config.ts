import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';

import { longestFirst } from '../server/testing/longest-first.ts';

/**
 * Tests that measure time or memory, or follow a gesture, a restart or a running scan: beside another browser
 * on two cores, they would measure that one.
 */
const alone = [
  'desktop/desktop.e2e.ts',
  'server/faults.e2e.ts',
  'web/{epub-turns,pause-scan,phone,restart,scan,touch}.e2e.ts',
];

/** Files that take longest, so that none of them runs alone at the end. */
const longest = [
  'web/screens.e2e.ts',
  'web/proxy.e2e.ts',
  'web/epub-reader.e2e.ts',
  'web/manage.e2e.ts',
  'web/offline.e2e.ts',
  'web/pairing.e2e.ts',
  'desktop/files.e2e.ts',
  'web/sign-in.e2e.ts',
  'web/lists.e2e.ts',
  'web/pdf-reader.e2e.ts',
  'web/keep-texts.e2e.ts',
  'web/reading-jumps.e2e.ts',
  'web/library-tools.e2e.ts',
  'web/shell.e2e.ts',
  'web/layout-shift.e2e.ts',
];

const common = {
  root: import.meta.dirname,
  pool: 'forks',
  // Files share processes, so that each loads Playwright once; Node loads our sources itself.
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
  testTimeout: 120_000,
  hookTimeout: 60_000,
  // Vitest's own limit is a second, which a page beside another browser can exceed.
  expect: { poll: { timeout: 15_000 } },
  // Flaky tests are bugs: `npm test` retries a failed test once, alone, and reports it.
  retry: 0,
} as const;

export default defineConfig({
  test: {
    ...common,
    sequence: { sequencer: longestFirst(import.meta.dirname, longest) },
    projects: [
      {
        test: {
          ...common,
          name: 'together',
          include: ['**/*.e2e.ts'],
          // These have a configuration of their own.
          exclude: [...alone, '{engines,image}/**', '**/node_modules/**'],
          // A test waits for nearly half of its time.
          maxWorkers: Math.max(2, Math.ceil(availableParallelism() * 1.5)),
        },
      },
      {
        test: {
          ...common,
          name: 'alone',
          include: alone,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
