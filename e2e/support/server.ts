import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { login } from '../../shared/api/auth.ts';
import { initializeSetup } from '../../shared/api/setup.ts';
import { createClient, type Client } from '../../shared/client.ts';

/** The root of the repository. */
export const root = path.resolve(import.meta.dirname, '../..');

/** The default user of tests. */
export const owner = { username: 'ada', email: 'ada@example.com', password: 'correct horse' };

export interface Octavo {
  /** `http://127.0.0.1:<free port>`. */
  url: string;
  pid: number;
  /** Requests a shutdown, like Ctrl+C; resolves to the exit code. */
  stop(): Promise<number | null>;
  /** Kills the process, like a power failure. */
  kill(): Promise<void>;
}

/**
 * Starts the built server as a child process, like `octavo serve`, by default on a free port;
 * resolves when it has printed its URL. Rejects with its output if it exits earlier. The parent
 * folder of `dataDir` is its home folder, where the folder browser starts.
 */
export const startOctavo = async (dataDir: string, where = ['--port', '0']): Promise<Octavo> => {
  const main = path.join(root, 'dist/server/main.js');
  if (!existsSync(main)) throw new Error('Nothing is built yet: run npm run build first');
  const child = spawn(
    process.execPath,
    [main, 'serve', '--data-dir', dataDir, ...where, '--log-level', 'warn'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Without the cache of the test run, so that it keeps its own.
      env: { ...process.env, HOME: path.dirname(dataDir), NODE_COMPILE_CACHE: '' },
    },
  );
  // A test that fails before it stops its server leaves none behind.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  void exited.then(() => process.off('exit', kill));

  const printed: string[] = [];
  createInterface(child.stderr).on('line', (line) => {
    printed.push(line);
    process.stderr.write(`${line}\n`);
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      printed.push(line);
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (address !== undefined) resolve(address);
    });
    void exited.then((code) =>
      reject(new Error(`The server ended with ${String(code)}:\n${printed.join('\n')}`)),
    );
  });

  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      return exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
};

/** An API client signed in as the owner. */
export const asOwner = (server: Pick<Octavo, 'url'>): Promise<Client> => asUser(server, owner);

/** An API client signed in with a password. */
export const asUser = async (
  server: Pick<Octavo, 'url'>,
  { username, password }: { username: string; password: string },
): Promise<Client> => {
  const visitor = createClient({ baseUrl: server.url, fetch });
  const { access_token } = await visitor.call(login, { body: { username, password } });
  const headers = () => ({ authorization: `Bearer ${access_token}` });
  return createClient({ baseUrl: server.url, fetch, headers });
};

/** The same on a new server: creates the owner first. */
export const setUp = async (server: Pick<Octavo, 'url'>): Promise<Client> => {
  await createClient({ baseUrl: server.url, fetch }).call(initializeSetup, { body: owner });
  return asOwner(server);
};

/** Polls until `read` returns a non-null value; fails after `timeoutMs`. */
export const eventually = async <T>(
  what: string,
  read: () => Promise<T | null>,
  timeoutMs = 60_000,
): Promise<T> => {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (value !== null) return value;
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs / 1000} s in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
