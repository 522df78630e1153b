import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { env as environment } from 'node:process';

import { build } from 'esbuild';

import { root } from '../e2e/support/server.ts';
import { withAllocatorSettings } from '../scripts/bundle/allocator.ts';

export type Request = 'usage' | 'ticket' | 'quit';

export interface Usage {
  /** Bytes. */
  rss: number;
  cpuMs: number;
}

export type Reply = { url: string } | { ticket: string | null } | Usage;

export interface Child {
  url: string;
  /** From process start to its first response. */
  startedMs: number;
  usage(): Promise<Usage>;
  ticket(): Promise<string | null>;
  quit(): Promise<void>;
}

/** Bundles the child program, because Node's TypeScript loader would add to its memory. */
export const buildChild = async (dir: string): Promise<string> => {
  const outfile = join(dir, 'desktop-process.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'desktop-process.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
  });
  return outfile;
};

/** Starts the process and sends one HTTP request. */
export const startChild = async (
  program: string,
  kind: 'bare' | 'shell',
  userData = '',
): Promise<Child> => {
  const begun = performance.now();
  const process = fork(program, [kind, root, userData], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // The launcher of `octavo serve` sets this itself; the bare server, too, has no threads to need it.
    env: withAllocatorSettings(environment),
  });
  const exited = once(process, 'exit');
  let output = '';
  process.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const nextReply = async (): Promise<Reply> => {
    const answer = once(process, 'message').then(([reply]) => reply as Reply);
    const ended = exited.then(() => {
      throw new Error(`The ${kind} process ended: ${output}`);
    });
    return Promise.race([answer, ended]);
  };
  const ask = async (request: Request): Promise<Reply> => {
    process.send(request);
    return nextReply();
  };
  const reply = await nextReply();
  if (!('url' in reply)) throw new Error('The process did not say where it listens');
  await (await fetch(`${reply.url}/api/v1/health`)).arrayBuffer();
  return {
    url: reply.url,
    startedMs: performance.now() - begun,
    usage: async () => (await ask('usage')) as Usage,
    ticket: async () => ((await ask('ticket')) as { ticket: string | null }).ticket,
    quit: async () => {
      process.send('quit');
      await exited;
    },
  };
};
