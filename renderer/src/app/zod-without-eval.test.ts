import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('no schema of the page tries to evaluate code, which its policy forbids', async () => {
  const evaluated = vi.fn();
  vi.stubGlobal(
    'Function',
    class extends Function {
      constructor(...args: string[]) {
        evaluated(args);
        super(...args);
      }
    },
  );
  await import('./zod-without-eval.ts');
  const { z } = await import('zod');
  expect(z.object({ page: z.int() }).parse({ page: 1 })).toEqual({ page: 1 });
  expect(evaluated).not.toHaveBeenCalled();
});
