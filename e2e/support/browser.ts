import { existsSync } from 'node:fs';
import path from 'node:path';

import { chromium, type Browser } from 'playwright';

const { env, platform } = process;

/**
 * Default paths of Chromium-based browsers, in order of preference; tests are written for Chromium.
 */
const usualPlaces = (): string[] => {
  if (platform === 'win32') {
    const folders = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']];
    const programs = [
      'Google/Chrome/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ];
    return folders.flatMap((folder) =>
      folder === undefined ? [] : programs.map((program) => path.join(folder, program)),
    );
  }
  if (platform === 'darwin') {
    return ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'microsoft-edge-stable'];
  return names.map((name) => `/usr/bin/${name}`);
};

/**
 * The browser of the tests: `CHROMIUM_PATH`, else the system's Chromium, Chrome or Edge, else
 * Playwright's own. Null if there is none; `scripts/install-test-tools.ts` installs one.
 */
export const findBrowser = (): string | null => {
  const named = env['CHROMIUM_PATH'];
  if (named !== undefined) return existsSync(named) ? named : null;
  return [...usualPlaces(), chromium.executablePath()].find((file) => existsSync(file)) ?? null;
};

/**
 * Chromium without a window, a package of Debian: a test takes a quarter less processor time in it.
 * Null if it is missing, or if `CHROMIUM_PATH` names a browser.
 */
export const findHeadlessShell = (): string | null => {
  const file = '/usr/bin/chromium-headless-shell';
  return env['CHROMIUM_PATH'] === undefined && existsSync(file) ? file : null;
};

/** Requirement shown for tests skipped without a browser. */
export const browserNeed = 'Chromium, Chrome or Edge (CHROMIUM_PATH can name one)';

/** Launches a browser without background requests. */
export const launchBrowser = async (
  executablePath = findBrowser(),
  more: readonly string[] = [],
): Promise<Browser> => {
  if (executablePath === null) throw new Error(`This takes ${browserNeed}`);
  return chromium.launch({
    executablePath,
    args: [
      ...['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
      ...more,
    ],
  });
};
