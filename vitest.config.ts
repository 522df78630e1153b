import { defineConfig } from 'vitest/config';

const folders = ['shared', 'server', 'main', 'renderer', 'bench', 'fuzz', 'scripts'];

/**
 * Tests that change what a process shares (globals, modules, the clock) or measure its memory. Each file has a
 * process of its own; the others share three, which saves loading the server some 200 times.
 */
const alone = [
  'main/**/*.test.ts',
  'scripts/**/*.test.ts',
  'server/{cli,lib,system-tests}/*.test.ts',
  'server/composition/restartable-server.test.ts',
  'server/database/deletion-clock.test.ts',
  'server/database/restore.test.ts',
  'server/scanner/scan/faults.test.ts',
  'server/features/filesystem/drives.test.ts',
  'server/features/libraries/library-watcher.test.ts',
  'server/features/libraries/scan-scheduler.test.ts',
  'server/features/opds/clients.test.ts',
  'server/features/pages/replaced.test.ts',
  'server/features/pairing/pairing.test.ts',
  'server/features/release-sources/scheduler.test.ts',
  'server/features/scans/event-relay.test.ts',
  'server/http/api/worst-requests.test.ts',
  'renderer/src/api/*.test.ts',
  'renderer/src/app/zod-without-eval.test.ts',
  'renderer/src/commands/registry.test.ts',
  'renderer/src/features/card-menu/menu-requests.test.ts',
  'renderer/src/readers/shell/progress-writer.test.ts',
  'renderer/src/readers/settings/writer.test.ts',
];

/** Under Wine, where everything takes several times as long; `npm run test:windows` ends what says nothing for longer. */
const timeout = process.platform === 'win32' ? 90_000 : 30_000;

const common = {
  // Tests start real servers and threads, and wait for them; two cores are the machine that must pass.
  pool: 'forks',
  maxWorkers: 3,
  testTimeout: timeout,
  hookTimeout: timeout,
  // Vitest's own limit is a second, which a test beside two others can exceed.
  expect: { poll: { timeout: 10_000 } },
  setupFiles: process.platform === 'win32' ? ['scripts/windows/patience.ts'] : [],
} as const;

export default defineConfig({
  test: {
    ...common,
    projects: [
      {
        test: {
          ...common,
          name: 'together',
          include: folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          exclude: alone,
          isolate: false,
        },
      },
      // Afterwards, when the linter has ended: some of these measure time.
      { test: { ...common, name: 'alone', include: alone, sequence: { groupOrder: 1 } } },
    ],
  },
});
