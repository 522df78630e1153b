import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { login } from '../../shared/api/auth.ts';
import { initializeSetup } from '../../shared/api/setup.ts';
import { createClient, type Client } from '../../shared/client.ts';

/** The root of the repository. */
export const root = path.resolve(import.meta.dirname, '../..');

/** The one user that tests create, where it does not matter who it is. */
export const owner = { username: 'ada', email: 'ada@example.com', password: 'correct horse' };

export interface Octavo {
  /** `http://127.0.0.1:<free port>`. */
  url: string;
  pid: number;
  /** Asks the process to stop, as Ctrl+C does; resolves to its exit code. */
  stop(): Promise<number | null>;
  /** Ends the process as a power cut would. */
  kill(): Promise<void>;
}

/**
 * Starts the built server as its own process, on a free port unless told otherwise, just as `octavo serve` does, and
 * resolves when it has printed its address. Fails with what it printed when it ends before that.
 * The folder that holds `dataDir` is the home directory of the process: browsing starts there.
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
      env: { ...process.env, HOME: path.dirname(dataDir) },
    },
  );
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));

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

/** A client of the API with the rights of the owner, who signs in. */
export const asOwner = async (server: Octavo): Promise<Client> => {
  const visitor = createClient({ baseUrl: server.url, fetch });
  const { access_token } = await visitor.call(login, { body: owner });
  const headers = () => ({ authorization: `Bearer ${access_token}` });
  return createClient({ baseUrl: server.url, fetch, headers });
};

/** The same on a new server, where the owner has to be created first. */
export const setUp = async (server: Octavo): Promise<Client> => {
  await createClient({ baseUrl: server.url, fetch }).call(initializeSetup, { body: owner });
  return asOwner(server);
};

/** Asks again until `read` gives something other than null; fails after `timeoutMs`. */
export const eventually = async <T>(
  what: string,
  read: () => Promise<T | null>,
  timeoutMs = 30_000,
): Promise<T> => {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (value !== null) return value;
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs / 1000} s in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
