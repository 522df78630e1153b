/**
 * `npm start`, after the build: opens the desktop app. If that is impossible, prints the reason and
 * serves the app to a browser instead. Arguments go to whichever is started.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { startChild } from './child.ts';
import { root } from './run.ts';

const { env, platform } = process;
const electronFolder = path.join(root, 'node_modules/electron');

const hasDisplay = (): boolean =>
  platform === 'win32' ||
  platform === 'darwin' ||
  Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']);

/** The package does not contain the program; its installer writes `path.txt` after the download. */
const hasElectron = (): boolean =>
  env['ELECTRON_OVERRIDE_DIST_PATH'] !== undefined ||
  existsSync(path.join(electronFolder, 'path.txt'));

const isReachable = async (url: string): Promise<boolean> => {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(3000) });
    return true;
  } catch {
    return false;
  }
};

/**
 * Runs the package's download, with a timeout: ten minutes if its server responds, otherwise ten
 * seconds, because the file may be in the cache of an earlier install.
 */
const fetchElectron = async (): Promise<boolean> => {
  console.log('Fetching Electron, once, about 120 MB …');
  const mirror =
    env['ELECTRON_MIRROR'] ?? env['npm_config_electron_mirror'] ?? 'https://github.com/electron/';
  const limit = (await isReachable(mirror)) ? 10 * 60_000 : 10_000;
  const installer = startChild(
    process.execPath,
    [path.join(electronFolder, 'install.js')],
    'quiet',
  );
  const timer = setTimeout(() => installer.stop('SIGKILL'), limit);
  const code = await installer.exit;
  clearTimeout(timer);
  return code === 0 && hasElectron();
};

/** Why no window can be opened; null if one can. */
const whyHeadless = async (): Promise<string | null> => {
  if (!hasDisplay()) return 'there is no display';
  if (platform === 'linux' && process.getuid?.() === 0) return 'Electron does not run as root';
  if (hasElectron() || (await fetchElectron())) return null;
  return 'Electron could not be fetched';
};

const args = process.argv.slice(2);
const reason = await whyHeadless();
if (reason !== null) console.log(`Serving to the browser, because ${reason}.`);
const child =
  reason === null
    ? startChild(createRequire(import.meta.url)('electron') as string, [root, ...args])
    : startChild(process.execPath, [path.join(root, 'dist/server/main.js'), 'serve', ...args]);
process.exitCode = await child.exit;
