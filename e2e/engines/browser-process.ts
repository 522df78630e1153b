import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A child process with its own home folder; killed together with its descendants. */
export interface BrowserProcess {
  child: ChildProcess;
  home: string;
  end(): Promise<void>;
}

const patienceMs = 5000;

export const startProcess = (
  command: string,
  args: (home: string) => string[],
  env: NodeJS.ProcessEnv = {},
): BrowserProcess => {
  const home = mkdtempSync(path.join(tmpdir(), 'octavo-browser-'));
  const child = spawn(command, args(home), {
    // Its own process group, so that descendants can be killed with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, ...env },
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // The group has exited already.
    }
  };
  return {
    child,
    home,
    end: async () => {
      signal('SIGTERM');
      const timer = setTimeout(() => signal('SIGKILL'), patienceMs);
      if (child.exitCode === null && child.signalCode === null) await gone;
      clearTimeout(timer);
      // Descendants may outlive it.
      signal('SIGKILL');
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
};

/** Waits until a process prints a matching line; fails with its output otherwise. */
export const printed = async (
  { child }: BrowserProcess,
  stream: 'stdout' | 'stderr' | 3,
  pattern: RegExp,
): Promise<string> => {
  const readable = stream === 3 ? child.stdio[3] : child[stream];
  if (!readable || !('on' in readable)) throw new Error('The program has no such stream');
  let text = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`Waited 30 s in vain for ${String(pattern)}:\n${text}`)),
      30_000,
    );
    readable.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = pattern.exec(text);
      if (!found) return;
      clearTimeout(timer);
      resolve(found[1] ?? found[0]);
    });
    child.once('error', reject);
    child.once('exit', (exitCode) => reject(new Error(`Ended with ${exitCode}:\n${text}`)));
  });
};

/** A free TCP port. */
export const freePort = async (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
