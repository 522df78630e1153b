import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { webApp } from './web-app.ts';

const root = mkdtempSync(join(tmpdir(), 'octavo-web-app-'));
const app = express().use(webApp(root));
const server = app.listen(0, '127.0.0.1');
beforeAll(async () => {
  writeFileSync(join(root, 'index.html'), '<!doctype html>');
  if (!server.listening) await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true });
});

const status = async (path: string) =>
  (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)).status;

test.each(['/', '/series/1', '/settings/api-keys', '/apiary'])('%s is a page', async (path) => {
  expect(await status(path)).toBe(200);
});

test.each(['/api/v9/series', '/wrong/api/v1/libraries', '/a/b/api', '/assets/x', '/missing.js'])(
  '%s is none, so that no reader app takes it for an answer',
  async (path) => {
    expect(await status(path)).toBe(404);
  },
);
