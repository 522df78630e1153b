/**
 * Runs the built server in this process until Home has its lists, and writes to a file which
 * functions were called: `node start-coverage.ts <program> <data directory> <file>`.
 */
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';

const [program = '', dataDir = '', file = ''] = process.argv.splice(2);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const url = await new Promise<string>((resolve) => {
  process.stdout.write = (text) => {
    const found = /http:\S+/.exec(String(text))?.[0];
    if (found !== undefined) resolve(found);
    return true;
  };
  process.argv.push('serve', '--data-dir', dataDir, '--port', '0', '--log-level', 'silent');
  void import(pathToFileURL(program).href);
});

const api = '/api/v1';
const ask = async (path: string, request?: RequestInit): Promise<string> => {
  const response = await fetch(url + api + path, request);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${text}`);
  return text;
};

// The app itself may not be built yet.
await (await fetch(url)).text();
await ask('/setup/status');
const account = { username: 'builder', password: 'a start that is measured' };
const { access_token: token } = JSON.parse(
  await ask('/setup/initialize', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  }),
) as { access_token: string };
const lists = [
  '/auth/me',
  '/user/preferences',
  '/libraries',
  '/books/in-progress',
  '/books/on-deck',
  '/books/recently-added',
  '/series/recently-added',
  '/series/recently-updated',
];
for (const path of lists) await ask(path, { headers: { authorization: `Bearer ${token}` } });

const { result } = await session.post('Profiler.takePreciseCoverage');
writeFileSync(file, JSON.stringify(result));
process.exit(0);
