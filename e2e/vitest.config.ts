import { defineConfig } from 'vitest/config';

/**
 * Tests that measure time or memory, or follow a gesture, a restart or a running scan: beside another browser
 * on two cores, they would measure that one. The desktop app opens windows of its own.
 */
const alone = [
  'desktop/*.e2e.ts',
  'server/faults.e2e.ts',
  'web/{pause-scan,phone,restart,scan,touch}.e2e.ts',
];

const common = {
  root: import.meta.dirname,
  pool: 'forks',
  testTimeout: 120_000,
  hookTimeout: 60_000,
  // Vitest's own limit is a second, which a page beside another browser can exceed.
  expect: { poll: { timeout: 15_000 } },
  // Flaky tests are bugs: `npm test` retries a failed test once by itself and reports it.
  retry: 0,
} as const;

export default defineConfig({
  test: {
    ...common,
    projects: [
      {
        test: {
          ...common,
          name: 'together',
          include: ['**/*.e2e.ts'],
          // These have a configuration of their own.
          exclude: [...alone, '{engines,image}/**', '**/node_modules/**'],
          maxWorkers: 2,
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
