import { defineConfig } from 'vitest/config';

import { longestFirst } from './server/testing/longest-first.ts';

const folders = ['shared', 'server', 'main', 'bench', 'fuzz', 'scripts'];

/** Tests that replace modules (`vi.mock`), which needs Vite to load them. */
const mocking = [
  'server/database/restore.test.ts',
  'server/system-tests/{hidden-half-clients,statements}.test.ts',
];

/**
 * Tests that measure memory or the delays of a process, or hang threads of it. Each file has a process of
 * its own, which loads the server again; the others share three.
 */
const alone = [
  'main/packaging{,-mac}.test.ts',
  'renderer/src/app/zod-without-eval.test.ts',
  'scripts/{architecture,bundle/bundle}.test.ts',
  'scripts/lint/{floor,typed-rules}.test.ts',
  'server/composition/restartable-server.test.ts',
  'server/features/libraries/library-watcher.test.ts',
  'server/http/api/{fairness,worst-requests}.test.ts',
  'server/lib/{heap-growth-gc,idle-gc}.test.ts',
  'server/scanner/scan/faults.test.ts',
  'server/system-tests/{disk-full,faults,few-handles,few-handles-scan}.test.ts',
  'server/system-tests/hung-*.test.ts',
];

/** Files that take or wait for longest, so that none of them runs alone at the end. */
const longest = [
  'server/features/libraries/library-watcher.test.ts',
  'server/system-tests/hung-pdf.test.ts',
  'server/features/opds/crawl.test.ts',
  'server/http/api/worst-requests.test.ts',
  'server/system-tests/hung-mount.test.ts',
  'server/system-tests/few-handles-scan.test.ts',
  'server/http/api/fairness.test.ts',
  'server/http/api/properties.test.ts',
  'server/system-tests/faults.test.ts',
  'server/features/duplicates/copies.test.ts',
  'server/features/series/identity.test.ts',
  'server/features/backups/backups.test.ts',
  'server/system-tests/hidden-half.test.ts',
  'server/conformance/conformance.test.ts',
  'server/http/security/permissions.test.ts',
  'main/tray/tray.test.ts',
];

/** Under Wine, where everything takes several times as long; `npm run test:windows` ends what says nothing for longer. */
const timeout = process.platform === 'win32' ? 90_000 : 60_000;

const common = {
  // Tests start real servers and threads, and wait for them; two cores are the machine that must pass.
  pool: 'forks' as const,
  maxWorkers: 3,
  testTimeout: timeout,
  hookTimeout: timeout,
  // Vitest's own limit is a second, which a test beside two others can exceed.
  expect: { poll: { timeout: 10_000 } },
  setupFiles: [
    'scripts/test-timeouts.ts',
    ...(process.platform === 'win32' ? [] : ['scripts/bundle/use-test-threads.ts']),
  ],
};

export default defineConfig({
  test: {
    ...common,
    // Wine takes longer to bundle than to load.
    globalSetup: process.platform === 'win32' ? [] : ['scripts/bundle/build-test-threads.ts'],
    sequence: { sequencer: longestFirst(import.meta.dirname, longest) },
    projects: [
      {
        test: {
          ...common,
          name: 'alone',
          include: alone,
          experimental: { viteModuleRunner: false },
        },
      },
      { test: { ...common, name: 'mocking', include: mocking } },
      {
        test: {
          ...common,
          name: 'together',
          include: folders.map((folder) => `${folder}/**/*.test.ts`),
          exclude: [...alone, ...mocking],
          isolate: false,
          // Node loads our sources itself, and keeps what it compiled.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      {
        test: {
          ...common,
          name: 'web',
          include: ['renderer/**/*.test.{ts,tsx}'],
          exclude: alone,
          isolate: false,
        },
      },
    ],
  },
});
