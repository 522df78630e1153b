import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A program of a test with a home of its own, ended together with everything that it started. */
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
    // A group of its own, so that what it starts can be ended with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, ...env },
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // The whole group has ended.
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
      // What it started may outlive it.
      signal('SIGKILL');
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
};

/** Waits until a program has printed a line that matches; fails with what it printed instead. */
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

/** A port of this machine that nothing listens on. */
export const freePort = async (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
