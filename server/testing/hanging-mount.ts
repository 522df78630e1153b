import { execFileSync, spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A folder mounted by FUSE that can be made to hang. */
export interface HangingMount {
  /** Makes every system call into the folder block. The caller must not access it. */
  hang(): void;
  /** Resumes the blocked calls. */
  answer(): void;
  /** Resumes them after some seconds, even if the caller is blocked. */
  answerAfter(seconds: number): void;
  unmount(): Promise<void>;
}

/** The requirement that this machine lacks for such a mount, or null. */
export const noMountReason = ((): string | null => {
  if (process.platform !== 'linux') return 'FUSE of Linux';
  try {
    accessSync('/dev/fuse', constants.R_OK | constants.W_OK);
    execFileSync('bindfs', ['--version'], { stdio: 'ignore' });
    execFileSync('fusermount3', ['--version'], { stdio: 'ignore' });
    return null;
  } catch (error) {
    return `/dev/fuse, bindfs and fuse3 (${(error as Error).message})`;
  }
})();

const isMounted = (path: string): boolean =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .some((line) => line.split(' ')[1] === path);

/**
 * Mounts `source` at `path`. Hangs when its FUSE process is stopped, like a network drive whose
 * server is gone. Without caching, so that every call needs a response; or, `cached`, with the facts
 * of a file cached for a minute, as network drives do: then only opening and reading needs one.
 */
export const mountHanging = async (
  source: string,
  path: string,
  { cached = false } = {},
): Promise<HangingMount> => {
  for (const folder of [source, path]) mkdirSync(folder, { recursive: true });
  const seconds = cached ? 60 : 0;
  const options = `attr_timeout=${seconds},entry_timeout=${seconds},negative_timeout=0`;
  const daemon = spawn('bindfs', ['-f', '-o', options, source, path], { stdio: 'ignore' });
  const ended = new Promise((resolve) => daemon.once('exit', resolve));
  for (let tries = 0; !isMounted(path); tries += 1) {
    if (tries === 100 || daemon.exitCode !== null) throw new Error(`bindfs did not mount ${path}`);
    await sleep(50);
  }
  return {
    hang: () => void daemon.kill('SIGSTOP'),
    answer: () => void daemon.kill('SIGCONT'),
    answerAfter: (seconds) =>
      void spawn('sh', ['-c', `sleep ${seconds}; kill -CONT ${daemon.pid ?? 0}`]),
    unmount: async () => {
      daemon.kill('SIGCONT');
      execFileSync('fusermount3', ['-u', '-z', path], { stdio: 'ignore' });
      daemon.kill('SIGTERM');
      await ended;
    },
  };
};
