import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'shared/**/*.test.ts',
      'server/**/*.test.ts',
      'main/**/*.test.ts',
      'renderer/**/*.test.{ts,tsx}',
      'bench/**/*.test.ts',
      'fuzz/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    // Tests start real servers and threads; two cores are the machine that must pass.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
