import { AsyncLocalStorage } from 'node:async_hooks';

import { expect, test } from 'vitest';

import { createDueWorker } from './due-worker.ts';

test('work that a request wakes does not run with its rights', async () => {
  const person = new AsyncLocalStorage<string>();
  const worker = await new Promise<string | undefined>((resolve) => {
    const { wake } = createDueWorker({
      work: async () => {
        resolve(person.getStore());
        return null;
      },
      onError: () => undefined,
      clock: () => new Date(),
    });
    person.run('kim', wake);
  });
  expect(worker).toBeUndefined();
});
