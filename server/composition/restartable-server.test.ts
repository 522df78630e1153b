import { expect, test, vi } from 'vitest';

import type { RunningServer } from '../host-environment.ts';
import { ListenError } from '../http/net/listen.ts';
import { startRestartable, type StartServer } from './restartable-server.ts';

const fakeServer = (port: number) => {
  const server = { port, stop: vi.fn(async () => undefined) };
  return server as typeof server & RunningServer;
};

test('stopping it during a restart stops the new server, however late it starts', async () => {
  const late = Promise.withResolvers<RunningServer>();
  const servers = [fakeServer(4477), fakeServer(4477)] as const;
  const ports: (number | undefined)[] = [];
  let restart: () => void = () => undefined;
  const renewable = await startRestartable({
    start: (again, port) => {
      restart = again;
      ports.push(port);
      return ports.length === 1 ? Promise.resolve(servers[0]) : late.promise;
    },
    onRestartFailed: () => undefined,
  });
  restart();
  restart();
  await vi.waitFor(() => expect(ports).toEqual([undefined, 4477]));
  expect(servers[0].stop).toHaveBeenCalledOnce();
  const ended = renewable.stop();
  late.resolve(servers[1]);
  await ended;
  expect(renewable.current()).toBe(servers[1]);
  expect(servers[1].stop).toHaveBeenCalledOnce();
});

test('one that was ended does not start again', async () => {
  const start = vi.fn(async (_restart: () => void) => fakeServer(4477));
  const renewable = await startRestartable({ start, onRestartFailed: () => undefined });
  start.mock.calls[0]?.[0]();
  await renewable.stop();
  expect(start).toHaveBeenCalledOnce();
});

test('says what keeps it from restarting', async () => {
  const told = Promise.withResolvers<unknown>();
  const start = vi
    .fn<(restart: () => void) => Promise<RunningServer>>()
    .mockResolvedValueOnce(fakeServer(4477))
    .mockRejectedValueOnce(new Error('The port is taken'));
  await startRestartable({ start, onRestartFailed: told.resolve });
  start.mock.calls[0]?.[0]();
  expect(await told.promise).toMatchObject({ message: 'The port is taken' });
});

test('stays where it was when the port that was asked for cannot be had', async () => {
  const start = vi.fn<StartServer>();
  const first = fakeServer(4477);
  const taken = new ListenError('Port 80 is taken', 'EADDRINUSE');
  start.mockResolvedValueOnce(first).mockRejectedValueOnce(taken);
  start.mockResolvedValueOnce(fakeServer(4477));
  const onPortFallback = vi.fn();
  const renewed = Promise.withResolvers<RunningServer>();
  await startRestartable({
    start,
    onPortFallback,
    onRestarted: renewed.resolve,
    onRestartFailed: renewed.reject,
  });
  start.mock.calls[0]?.[0](80);
  expect((await renewed.promise).port).toBe(4477);
  expect(start.mock.calls.map(([, ...where]) => where)).toEqual([[], [80, 4477], [4477]]);
  expect(onPortFallback).toHaveBeenCalledExactlyOnceWith(taken);
});
