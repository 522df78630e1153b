import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** Queries to the operating system. */
export interface FirewallProbe {
  platform: NodeJS.Platform;
  /** A program's output; null if it is missing or fails. */
  run(file: string, args: readonly string[]): Promise<string | null>;
  /** Null if the file is unreadable. */
  read(path: string): Promise<string | null>;
}

/**
 * Advice if no device gets through and this machine has a firewall that can be the reason; null if
 * none is known. A firewall cannot be tested from inside, because it does not filter the machine's
 * own traffic.
 */
export const firewallAdvice = async (
  port: number,
  { platform, run, read }: FirewallProbe = systemProbe,
): Promise<string | null> => {
  switch (platform) {
    case 'linux':
      if (/^ENABLED=yes/m.test((await read('/etc/ufw/ufw.conf')) ?? '')) {
        return `If no device gets through, open the firewall with: sudo ufw allow ${port}/tcp`;
      }
      if ((await run('firewall-cmd', ['--state']))?.startsWith('running')) {
        return `If no device gets through, open the firewall with: sudo firewall-cmd --permanent --add-port=${port}/tcp && sudo firewall-cmd --reload`;
      }
      return null;
    case 'darwin':
      return /enabled/i.test((await run(macFirewall, ['--getglobalstate'])) ?? '')
        ? 'If no device gets through, open System Settings, Network, Firewall, Options and allow incoming connections for Octavo.'
        : null;
    case 'win32':
      return /Public/.test((await run('powershell.exe', windowsQuestion)) ?? '')
        ? 'Windows takes this network for a public one and keeps other devices out. If it is your own, open Settings, Network & internet, choose the connection and set its profile to Private.'
        : `If no device gets through, allow Octavo (port ${port}) for private networks in Windows Security, Firewall & network protection.`;
    default:
      return null;
  }
};

const macFirewall = '/usr/libexec/ApplicationFirewall/socketfilterfw';
const windowsQuestion = [
  '-NoProfile',
  '-NonInteractive',
  '-Command',
  '(Get-NetConnectionProfile).NetworkCategory',
];

const systemProbe: FirewallProbe = {
  platform: process.platform,
  run: (file, args) =>
    new Promise((resolve) => {
      execFile(file, args, { timeout: 5000, windowsHide: true }, (error, output) =>
        resolve(error ? null : output),
      );
    }),
  read: (path) => readFile(path, 'utf8').catch(() => null),
};
