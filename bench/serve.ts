import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

import { root, setUp } from '../e2e/support/server.ts';
import { createLibrary } from '../shared/api/libraries.ts';
import { getScanStatus } from '../shared/api/scans.ts';
import { figure, record } from './figures.ts';
import { generateLibrary } from './generate.ts';
import { isBusy } from './idle.ts';
import { median } from './statistics.ts';

const starts = 9;
/** Delay after which a server is at rest: threads have ended, garbage is collected; ms. */
const restMs = 40_000;
const sampleMs = 50;

const bareServer = `import { createServer } from 'node:http';
const server = createServer((_request, response) => response.end('{}'));
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));`;

interface Process {
  url: string;
  /** From process start to its first response, ms. */
  startedMs: number;
  /** CPU time of all threads by then, ms. */
  startedCpuMs: number;
  rssMiB(): number;
  stop(): Promise<void>;
}

const urlOf = async (child: ChildProcess): Promise<string> => {
  if (!child.stdout) throw new Error('The process has no output');
  for await (const line of createInterface(child.stdout)) {
    const url = /http:\S+/.exec(line)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error('The process ended before it served');
};

/** Unlike `process.cpuUsage` of a child, it needs no code in there, and counts nanoseconds. */
const cpuMs = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'))
    .reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0);

/** Starts a server with the environment of this process and sends it one request. */
const start = async (args: string[]): Promise<Process> => {
  const begun = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = child.pid ?? 0;
  const url = await urlOf(child);
  await (await fetch(`${url}/api/v1/health`)).arrayBuffer();
  return {
    url,
    startedMs: performance.now() - begun,
    startedCpuMs: cpuMs(pid),
    rssMiB: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
};

const print = (what: string, figure: string, target = ''): void =>
  console.log(`${what.padEnd(48)}${figure.padStart(30)}  ${target}`);

/**
 * Measures `octavo serve` as it was built, without variables in the environment, against a bare
 * `node:http` server: startup, and memory before, during and after a scan of this many books with
 * all that follows it. For Linux.
 */
export const benchServe = async (books = 20_000): Promise<void> => {
  execFileSync(process.execPath, [join(root, 'scripts/build.ts')], { stdio: 'ignore' });
  console.log(`${books} books, Node ${process.version}\n`);
  const dir = mkdtempSync(join(tmpdir(), 'octavo-bench-'));
  const data = join(dir, 'data');
  mkdirSync(data, { mode: 0o700 });
  const flags = ['--port', '0', '--data-dir', data, '--log-level', 'error'];
  const serve = () => start([join(root, 'dist/server/main.js'), 'serve', ...flags]);
  const bare = () => start(['--input-type=module', '--eval', bareServer]);
  try {
    const { rssMiB, stop } = await bare();
    await sleep(1000);
    const bareMiB = rssMiB();
    await stop();
    print('Memory of a bare node:http server', `${bareMiB.toFixed(0)} MiB`);
    await benchMemory(await serve(), join(dir, 'library'), { books, bareMiB });
    await benchStart(serve, bare);
    console.log(`\nrepeat: npm run bench -- serve ${books}`);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
};

const benchMemory = async (
  server: Process,
  library: string,
  { books, bareMiB }: { books: number; bareMiB: number },
): Promise<void> => {
  const { rssMiB } = server;
  const timesBare = (mib: number) => `${mib.toFixed(0)} MiB (${(mib / bareMiB).toFixed(2)} × bare)`;
  const client = await setUp(server);
  generateLibrary(library, books);
  await sleep(restMs);
  const before = rssMiB();
  print('Memory at rest before the first library', timesBare(before), '≤ 1.6 × bare');
  record(figure('memory at rest before the first library / bare', before / bareMiB, '×', '≤ 1.6'));
  /** The peak until `isOver`, above the memory at rest. */
  const peakUntil = async (what: string, target: string, isOver: () => Promise<boolean>) => {
    let peak = 0;
    for (let sample = 1; sample % 10 !== 0 || !(await isOver()); sample += 1) {
      peak = Math.max(peak, rssMiB());
      await sleep(sampleMs);
    }
    record(figure(`${what}, above rest`, peak - before, 'MiB', target));
    print(`  ${what}`, `+${(peak - before).toFixed(0)} MiB`, `${target} MiB`);
  };
  const body = { name: 'Bench', path: library, scan_immediately: true };
  const { id } = await client.call(createLibrary, { body });
  const isScanned = async () =>
    (await client.call(getScanStatus, { params: { id } })).status === 'completed';
  await peakUntil('the most during the scan', '≤ 50', isScanned);
  const isIdle = async () => !(await isBusy(client));
  await peakUntil('the most until all covers are made', '≤ 90', isIdle);
  await sleep(restMs);
  const after = rssMiB();
  print('Memory at rest after that', timesBare(after), '≤ 2.0 × bare');
  record(figure('memory at rest after that / bare', after / bareMiB, '×', '≤ 2'));
  await server.stop();
};

const benchStart = async (
  serve: () => Promise<Process>,
  bare: () => Promise<Process>,
): Promise<void> => {
  const ours: Process[] = [];
  const base: Process[] = [];
  for (let round = 0; round < starts; round += 1) {
    for (const [runs, begin] of [
      [base, bare],
      [ours, serve],
    ] as const) {
      const started = await begin();
      runs.push(started);
      await started.stop();
    }
  }
  const compared = (what: 'startedMs' | 'startedCpuMs', name: string, target: string) => {
    const middle = (runs: readonly Process[]) => median(runs.map((run) => run[what]));
    const times = middle(ours) / middle(base);
    record(figure(`${name} / bare`, times, '×', target));
    const text = `${middle(ours).toFixed(0)} ms (${times.toFixed(2)} × ${middle(base).toFixed(0)} ms)`;
    print(name, text, target);
  };
  compared('startedMs', 'Start to the first answer', '≤ 2.8 ×');
  compared('startedCpuMs', 'Start, processor time of all threads', '');
};
