import { spawn } from 'node:child_process';

import { root } from './run.ts';

export interface Child {
  /** Resolves to the exit code; 1 if it was killed by a signal or could not start. */
  exit: Promise<number>;
  stop(signal?: NodeJS.Signals): void;
}

/**
 * Starts a long-running program on our terminal; stops with it.
 *
 * Ctrl+C reaches every process of the terminal's foreground group, so a child in it would get the
 * signal twice, and the server treats a second one as "stop now". On POSIX the child therefore has
 * its own process group and only gets the signals that we forward; Windows has none to forward.
 */
export const startChild = (
  command: string,
  args: string[],
  output: 'loud' | 'quiet' = 'loud',
): Child => {
  const child = spawn(command, args, {
    cwd: root,
    stdio: output === 'loud' ? 'inherit' : 'ignore',
    detached: process.platform !== 'win32',
  });
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => void child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const passOn = (signal: NodeJS.Signals) => {
    if (process.platform !== 'win32') stop(signal);
  };
  for (const signal of signals) process.on(signal, passOn);

  const exit = new Promise<number>((resolve) => {
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  }).finally(() => {
    for (const signal of signals) process.off(signal, passOn);
  });
  return { exit, stop };
};
