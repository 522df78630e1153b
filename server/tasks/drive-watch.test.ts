import { expect, test, vi } from 'vitest';

import { watchDrive } from './drive-watch.ts';

const answering = async () => Promise.resolve(true);

test('a drive that stops answering is reported, with what was stopped', async () => {
  const answers = vi.fn(answering).mockResolvedValueOnce(true).mockResolvedValueOnce(false);
  const { hangs } = await watchDrive(new AbortController().signal, answers);
  await vi.waitFor(() => expect(String(hangs.reason)).toMatch(/does not respond/));
});

test('a probe that fails ends the task with its error', async () => {
  const answers = vi
    .fn(answering)
    .mockResolvedValueOnce(true)
    .mockRejectedValueOnce(new Error('x'));
  const { hangs } = await watchDrive(new AbortController().signal, answers);
  await vi.waitFor(() => expect(String(hangs.reason)).toBe('Error: x'));
});

test('a watch ends with its task, also when the database is closed under a probe', async () => {
  const task = new AbortController();
  const answers = vi.fn(answering).mockResolvedValueOnce(true);
  answers.mockImplementationOnce(async () => {
    task.abort();
    return Promise.reject(new Error('The database connection is not open'));
  });
  const { hangs } = await watchDrive(task.signal, answers);
  await vi.waitFor(() => expect(answers).toHaveBeenCalledTimes(2));
  // An error that nobody handles would fail this run.
  await new Promise(setImmediate);
  expect(hangs.aborted).toBe(false);
});
