import { expect, test } from 'vitest';

import { createLifecycle } from './lifecycle.ts';
import { createFakePorts } from '../testing/fake-ports.ts';

const fakeApp = () => createFakePorts({ userData: '/nowhere' }).app;

test('puts everything away in reverse order, one after the other, then exits with 0', async () => {
  const app = fakeApp();
  const lifecycle = createLifecycle(app);
  const done: string[] = [];
  lifecycle.onQuit(() => void done.push('server'));
  lifecycle.onQuit(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    done.push('tray');
  });
  expect(lifecycle.isQuitting()).toBe(false);
  app.quit();
  app.quit();
  expect(lifecycle.isQuitting()).toBe(true);
  expect(await app.exited).toBe(0);
  expect(done).toEqual(['tray', 'server']);
});

test('a cleanup that fails keeps no other from running, and shows in the exit code', async () => {
  const app = fakeApp();
  const lifecycle = createLifecycle(app);
  let stopped = false;
  lifecycle.onQuit(() => {
    stopped = true;
  });
  lifecycle.onQuit(() => Promise.reject(new Error('The disk is full')));
  app.quit();
  expect(await app.exited).toBe(1);
  expect(stopped).toBe(true);
});

test('a cleanup that never ends does not keep the application', async () => {
  const app = fakeApp();
  const lifecycle = createLifecycle(app, 30);
  lifecycle.onQuit(() => new Promise(() => undefined));
  app.quit();
  expect(await app.exited).toBe(1);
});

test('leaves with a code of its own', async () => {
  const app = fakeApp();
  const lifecycle = createLifecycle(app);
  let stopped = false;
  lifecycle.onQuit(() => {
    stopped = true;
  });
  lifecycle.leave(1);
  expect(await app.exited).toBe(1);
  expect(stopped).toBe(true);
});

test('hands over to what ends it, which may then quit unhindered', async () => {
  const app = fakeApp();
  const lifecycle = createLifecycle(app);
  const done: string[] = [];
  lifecycle.onQuit(() => void done.push('server'));
  lifecycle.leave(0, () => {
    done.push('installer');
    app.quit();
  });
  expect(await app.exited).toBe(0);
  expect(done).toEqual(['server', 'installer']);
});

test('hands over to nothing when something could not be put away', async () => {
  const app = fakeApp();
  const lifecycle = createLifecycle(app);
  lifecycle.onQuit(() => Promise.reject(new Error('The disk is full')));
  let handedOver = false;
  lifecycle.leave(0, () => {
    handedOver = true;
  });
  expect(await app.exited).toBe(1);
  expect(handedOver).toBe(false);
});
