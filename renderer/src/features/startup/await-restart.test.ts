import { expect, test } from 'vitest';

import { awaitRestart } from './await-restart.ts';

const health = (uptime_seconds: number) => () =>
  Response.json({ status: 'ok', version: '1', uptime_seconds });
const away = () => {
  throw new TypeError('Failed to fetch');
};
const ledAway = () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });

/** Returns these responses in order, then repeats the last one. */
const answering = (...answers: (() => Response)[]) => {
  let asked = 0;
  return async () => (answers[Math.min(asked++, answers.length - 1)] ?? away)();
};

const minuteAgo = () => Date.now() - 60_000;

test('waits until the server that answers is a new one', async () => {
  const ask = answering(health(4000), away, away, health(2));
  const options = { ask, everyMs: 1, patienceMs: 120_000 };
  expect(await awaitRestart(minuteAgo(), options)).toBe('here');
  expect((await (await ask()).json()) as object).toMatchObject({ uptime_seconds: 2 });
});

test('sees that it is led to another port', async () => {
  const ask = answering(health(4000), away, ledAway);
  expect(await awaitRestart(minuteAgo(), { ask, everyMs: 1, patienceMs: 120_000 })).toBe('moved');
});

test('gives up on a server that never responds', async () => {
  const ask = answering(away);
  expect(await awaitRestart(minuteAgo(), { ask, everyMs: 1, patienceMs: 10_000 })).toBe('silent');
});
