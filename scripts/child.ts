import { spawn } from 'node:child_process';

import { root } from './run.ts';

export interface Child {
  /** Resolves with the exit code; 1 when a signal ended it or it could not be started. */
  exit: Promise<number>;
  stop(signal?: NodeJS.Signals): void;
}

/**
 * Starts a program on our terminal that lives until it ends or we are told to end.
 *
 * Ctrl+C in a terminal reaches every process of the foreground group, so a child that also got ours
 * would see it twice, and the server takes a second one for "now". On POSIX the child therefore has
 * a group of its own and hears of signals through us alone; Windows has no signals to pass on.
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
