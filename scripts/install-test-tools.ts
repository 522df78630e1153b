/**
 * Installs the requirements of the end-to-end tests that npm does not provide: a browser, and the
 * commands in the README. Only where no consent is needed: by apt as root on Debian and Ubuntu;
 * elsewhere only the browser, by Playwright into its cache. Tests whose requirement is missing are
 * skipped.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

import { findBrowser, findHeadlessShell } from '../e2e/support/browser.ts';
import { missingCommands } from '../e2e/support/commands.ts';
import { root, toolPath } from './run.ts';

/** Commands used by the README test. */
const commands = ['curl', 'jq'];
const patienceMs = 5 * 60_000;

const hasApt = (): boolean =>
  process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');

/** Only Debian has the package: Ubuntu's Chromium is a snap. */
const hasShellPackage = (): boolean =>
  hasApt() && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));

/** Runs a command silently; on failure prints the last line of its output. */
const fetchWith = (what: string, command: string, args: string[]): void => {
  console.log(`Fetching ${what} …`);
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: patienceMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const lastLine = [stdout, stderr].join('\n').trim().split('\n').at(-1) ?? '';
  if (status !== 0) console.log(`${what} could not be fetched: ${lastLine}`);
};

const fetchWithApt = (packages: readonly string[]): void => {
  const install = 'apt-get update -q && exec apt-get install -yq --no-install-recommends "$@"';
  fetchWith(packages.join(', '), 'sh', ['-c', install, 'sh', ...packages]);
};

/** Installs what is missing; prints a line for each installation and each failure. */
export const installTestTools = (): void => {
  const hasBrowser = findBrowser() !== null;
  // An invalid `CHROMIUM_PATH` is an error to report, not a reason to install another browser.
  const canFetchBrowser = !hasBrowser && process.env['CHROMIUM_PATH'] === undefined;
  const isShellMissing =
    findHeadlessShell() === null && process.env['CHROMIUM_PATH'] === undefined && hasShellPackage();
  const packages = [...missingCommands(commands), ...(canFetchBrowser ? ['chromium'] : [])];
  if (packages.length > 0 && hasApt()) fetchWithApt(packages);
  // Installed separately, because an older Debian lacks it.
  if (isShellMissing) fetchWithApt(['chromium-headless-shell']);
  // Ubuntu's Chromium is a snap, which does not run in containers.
  if (canFetchBrowser && findBrowser() === null) {
    const withLibraries = hasApt() ? ['--with-deps'] : [];
    const args = [toolPath('playwright'), 'install', '--no-shell', ...withLibraries, 'chromium'];
    fetchWith("Playwright's Chromium", process.execPath, args);
  }
};
