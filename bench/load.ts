import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as send } from 'node:http';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';

import type { Probed } from './load-probe.ts';

export interface LaunchRequest {
  url: string;
  token?: string;
  /** Sends a POST. */
  body?: unknown;
}

const parallel = 16;
const agent = new Agent({ keepAlive: true, maxSockets: parallel });

/** A request on a keep-alive connection; an error response aborts the benchmark. */
export const ask = async ({ url, token, body }: LaunchRequest): Promise<Buffer> => {
  const request = send(url, {
    agent,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  });
  const answer = new Promise<Buffer>((resolve, reject) => {
    request.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('error', reject)
        .on('end', () => {
          const bytes = Buffer.concat(chunks);
          if ((response.statusCode ?? 500) < 300) resolve(bytes);
          else reject(new Error(`${url}: ${response.statusCode} ${bytes.toString()}`));
        });
    });
  });
  request.end(body === undefined ? undefined : JSON.stringify(body));
  return answer;
};

/** Times of up to `count` calls (ms), limited to `maxMs` in total; `before` each is not timed. */
export const timed = async (
  work: () => unknown,
  { count, maxMs }: { count: number; maxMs: number },
  before?: () => unknown,
): Promise<number[]> => {
  const times: number[] = [];
  const end = performance.now() + maxMs;
  while (times.length < count && (times.length === 0 || performance.now() < end)) {
    before?.();
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times;
};

/** The same with 16 concurrent calls; also returns the throughput per second. */
export const together = async (
  work: () => unknown,
  { count, maxMs }: { count: number; maxMs: number },
): Promise<{ times: number[]; perSecond: number }> => {
  const start = performance.now();
  const share = { count: Math.ceil(count / parallel), maxMs };
  const lanes = await Promise.all(Array.from({ length: parallel }, () => timed(work, share)));
  const times = lanes.flat();
  return { times, perSecond: (times.length / (performance.now() - start)) * 1000 };
};

export interface Child {
  url: string;
  /** Values of the server since the last call. */
  probe(): Promise<Probed>;
  stop(): Promise<void>;
}

const probeModule = import.meta.resolve('./load-probe.ts');

/** Starts a server process, which prints its URL. */
export const startChild = async (args: string[]): Promise<Child> => {
  const child = spawn(process.execPath, ['--import', probeModule, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const url = await addressOf(child);
  return {
    url,
    async probe() {
      const answer = once(child, 'message');
      child.send('probe');
      const [probed] = (await answer) as [Probed];
      return probed;
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
};

const addressOf = async (child: ChildProcess): Promise<string> => {
  if (child.stdout) {
    for await (const line of createInterface(child.stdout)) {
      const url = /serves (http\S+)/.exec(line)?.[1];
      if (url !== undefined) return url.replace(/\/$/, '');
    }
  }
  throw new Error('The server ended before it served');
};
