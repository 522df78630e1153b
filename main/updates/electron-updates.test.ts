import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type * as ElectronUpdater from 'electron-updater';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stringify } from 'yaml';

import { createElectronUpdates } from './electron-updates.ts';
import { explainUpdateFailure } from './update-texts.ts';
import { messagesFor } from '../shell-texts.ts';
import { needs } from '../../server/testing/needs.ts';

/**
 * The real electron-updater, as used by an AppImage, with a real server and files. Only Electron's
 * parts are faked: application data, and requests, which Node sends.
 */
const load = createRequire(import.meta.url);
const { AppImageUpdater } = load('electron-updater') as typeof ElectronUpdater;
const { ElectronHttpExecutor } = load('electron-updater/out/electronHttpExecutor.js') as {
  ElectronHttpExecutor: new () => object;
};

class NodeExecutor extends ElectronHttpExecutor {
  createRequest(options: object, callback: (response: unknown) => void) {
    return request(options, callback);
  }
}

let folder: string;
let server: Server;
let url: string;
const files = new Map<string, string | Buffer>();
let quitListener: ((code: number) => void) | null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-updates-'));
  files.clear();
  quitListener = null;
  server = createServer((asked, response) => {
    const body = files.get(new URL(asked.url ?? '/', 'http://releases').pathname.slice(1));
    response.statusCode = body === undefined ? 404 : 200;
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const installed = join(folder, 'Octavo.AppImage');
  writeFileSync(installed, 'the old version');
  chmodSync(installed, 0o755);
  vi.stubEnv('APPIMAGE', installed);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

test('electron-updater, imported as the application does, has the updater where it is looked for', async () => {
  const { default: library } = await import('electron-updater');
  expect('autoUpdater' in library).toBe(true);
});

const program = '#!/bin/sh\nexit 0\n';
const sha512 = (content: string) => createHash('sha512').update(content).digest('base64');

const publish = (channel: 'latest' | 'beta', version: string, change: object = {}) => {
  const name = `Octavo-${version}.AppImage`;
  files.set(name, program);
  const file = { url: name, sha512: sha512(program), size: program.length };
  const info = { version, files: [file], path: name, sha512: file.sha512, ...change };
  files.set(`${channel}-linux.yml`, stringify({ releaseDate: '2026-01-01', ...info }));
};

const open = (installsOnQuit = true) => {
  const config = join(folder, 'app-update.yml');
  writeFileSync(config, stringify({ provider: 'generic', url, updaterCacheDirName: 'octavo' }));
  const updater = new AppImageUpdater(null, {
    version: '1.0.0',
    name: 'Octavo',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: join(folder, 'user'),
    baseCachePath: join(folder, 'cache'),
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: (listener: (code: number) => void) => {
      quitListener = listener;
    },
  });
  Object.assign(updater, { httpExecutor: new NodeExecutor() });
  return {
    updater,
    port: createElectronUpdates(async () => ({ default: { autoUpdater: updater } }), {
      isPossible: true,
      installsOnQuit,
    }),
  };
};

describe.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'electron-updater',
  needs('Linux on x64'),
  () => {
    test('finds a newer release with its notes, and none in the same or an older one', async () => {
      publish('latest', '1.1.0', { releaseNotes: '- Faster' });
      expect(await open().port.check('stable')).toEqual({ version: '1.1.0', notes: '- Faster' });
      publish('latest', '1.0.0');
      expect(await open().port.check('stable')).toBeNull();
      publish('latest', '0.9.0');
      expect(await open().port.check('stable')).toBeNull();
    });

    test('follows the given channel, and changes it without a restart', async () => {
      publish('latest', '1.1.0');
      publish('beta', '1.2.0-beta.1');
      const { port } = open();
      expect(await port.check('stable')).toMatchObject({ version: '1.1.0' });
      expect(await port.check('beta')).toMatchObject({ version: '1.2.0-beta.1' });
      expect(await port.check('stable')).toMatchObject({ version: '1.1.0' });
    });

    test('sees a staged release by its share of the installations', async () => {
      publish('latest', '1.1.0', { stagingPercentage: 0 });
      expect(await open().port.check('stable')).toBeNull();
      publish('latest', '1.1.0', { stagingPercentage: 100 });
      expect(await open().port.check('stable')).not.toBeNull();
    });

    test('downloads, verifies and installs when the application ends', async () => {
      publish('latest', '1.1.0');
      const { port } = open();
      await port.check('stable');
      await port.download(() => undefined);
      expect(readFileSync(join(folder, 'Octavo.AppImage'), 'utf8')).toBe('the old version');
      quitListener?.(0);
      expect(readFileSync(join(folder, 'Octavo.AppImage'), 'utf8')).toBe(program);
    });

    test('installs nothing after an unclean end, or where that was not wanted', async () => {
      publish('latest', '1.1.0');
      const { port } = open();
      await port.check('stable');
      await port.download(() => undefined);
      quitListener?.(1);
      expect(readFileSync(join(folder, 'Octavo.AppImage'), 'utf8')).toBe('the old version');

      quitListener = null;
      const asking = open(false).port;
      await asking.check('stable');
      await asking.download(() => undefined);
      expect(quitListener).toBeNull();
    });

    test('throws away what is not what was published', async () => {
      publish('latest', '1.1.0');
      files.set('Octavo-1.1.0.AppImage', '#!/bin/sh\nrm -rf ~\n'.slice(0, program.length));
      const { port } = open();
      await port.check('stable');
      const english = messagesFor('en-GB');
      const error: unknown = await port
        .download(() => undefined)
        .catch((reason: unknown) => reason);
      expect(explainUpdateFailure(error, english)).toBe(english.updateDamaged);
      expect(existsSync(join(folder, 'cache/octavo/pending/Octavo-1.1.0.AppImage'))).toBe(false);
      await expect(port.install()).rejects.toThrow('No update filepath');
    });

    test('rejects with an error that can be explained if no server answers or no release exists', async () => {
      const english = messagesFor('en-GB');
      const missing: unknown = await open()
        .port.check('stable')
        .catch((reason: unknown) => reason);
      expect(explainUpdateFailure(missing, english)).toBe(english.updateMissing);
      url = 'http://127.0.0.1:9';
      const away: unknown = await open()
        .port.check('stable')
        .catch((reason: unknown) => reason);
      expect(explainUpdateFailure(away, english)).toBe(english.updateUnreachable);
    });
  },
);
