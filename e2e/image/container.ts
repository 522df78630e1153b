import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ContainerOptions {
  /** Root folder of the image, which the container cannot write. */
  image: string;
  /** Folder in the image → folder of this machine. */
  writable: Record<string, string>;
  readOnly: Record<string, string>;
  environment: Record<string, string>;
  /** Number of the user and the group. */
  user: string;
  command: readonly string[];
}

/** Exit code and all output of a command. */
interface Ended {
  code: number;
  output: string;
}

/** Mounts of its own, a process list of its own, no privileges: what Docker does with `read_only`. */
const setUp = ({ image, writable, readOnly }: ContainerOptions): string =>
  [
    'set -e',
    `mount --bind ${image} ${image}`,
    `mount -t proc proc ${image}/proc`,
    `mount -t tmpfs -o mode=1777 tmpfs ${image}/tmp`,
    ...Object.entries(writable).map(([target, from]) => `mount --bind ${from} ${image}${target}`),
    ...Object.entries(readOnly).flatMap(([target, from]) => [
      `mount --bind ${from} ${image}${target}`,
      `mount -o remount,bind,ro ${image}${target}`,
    ]),
    `mount -o remount,bind,ro ${image}`,
    'exec "$@"',
  ].join('\n');

const asUser = (user: string, { environment }: ContainerOptions, command: readonly string[]) => [
  ...['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'],
  ...['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'],
  ...['env', '-i', 'HOME=/'],
  ...Object.entries(environment).map(([key, value]) => `${key}=${value}`),
  ...command,
];

/** Runs a command of an image as its first process. */
export const startContainer = (options: ContainerOptions) => {
  const { image, user, command } = options;
  const within = ['chroot', image, ...asUser(user, options, command)];
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child'];
  const child = spawn('unshare', [...namespaces, 'sh', '-c', setUp(options), 'sh', ...within]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));

  /** The number of the first process of the container on this machine. */
  const firstProcess = (): number =>
    Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim());

  return {
    ended,
    output: () => output,
    /** `docker exec`. */
    exec: (given: readonly string[]): Promise<Ended> => {
      const target = ['--target', String(firstProcess()), '--mount', '--pid', '--root', '--wdns=/'];
      const args = [...target, ...asUser(user, options, given)];
      return new Promise((resolve) => {
        execFile('nsenter', args, (error, stdout, stderr) => {
          const code = error === null ? 0 : Number(error.code ?? 1);
          resolve({ code, output: stdout + stderr });
        });
      });
    },
    /** `docker stop`: asks the first process to end; resolves to its exit code. */
    stop: async (limitMs = 20_000): Promise<number | null> => {
      process.kill(firstProcess(), 'SIGTERM');
      const code = await Promise.race([ended, sleep(limitMs, 'still running', { ref: false })]);
      if (code === 'still running') throw new Error(`Not stopped after ${limitMs} ms: ${output}`);
      return code as number | null;
    },
    kill: () => void child.kill('SIGKILL'),
  };
};
