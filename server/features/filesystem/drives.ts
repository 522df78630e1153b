import { execFile } from 'node:child_process';
import { access, readdir, readFile, stat, statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import { parse } from 'node:path';
import { promisify } from 'node:util';

import type { Drive } from '../../../shared/api/filesystem.ts';
import { isPathWithin } from '../../scanner/scan/folder-overlap.ts';
import { createSingleFlight } from '../../lib/single-flight.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import {
  driveOfGvfs,
  driveOfMount,
  driveOfShare,
  drivesOfLetters,
  uniqueByPath,
  type BlockDevice,
  type NamedDrive,
} from './drive-of.ts';
import { parseMacMounts, parseMountInfo, type Mount } from './mounts.ts';

const listMs = 4000;
const spaceMs = 1500;
const letterMs = 300;
/** Maximum number of hung network drives waited for at a time. */
const maxHanging = 2;
/** Maximum drives, because a crafted mount table could contain any number of them. */
const maxDrives = 200;

/** Queries to the operating system; tests provide recorded answers. */
export interface DriveSource {
  platform: NodeJS.Platform;
  /** Mounted file systems; empty on Windows. */
  mounts(): Promise<Mount[]>;
  /** Disks and drive letters with their labels. Slow, because it starts system programs. */
  devices(): Promise<BlockDevice[]>;
  /** Whether a folder responds. */
  answers(path: string): Promise<boolean>;
  /** File names in a folder; empty if unreadable. */
  names(path: string): Promise<string[]>;
  /** Size of the file system of a folder, bytes; 0 if it is not a folder. */
  space(path: string): Promise<{ total_bytes: number; free_bytes: number }>;
}

const run = promisify(execFile);

/** Queries the machine itself. The commands are fixed and contain no user or drive names. */
export const systemDrives = (): DriveSource => ({
  platform: process.platform,
  async mounts() {
    if (process.platform === 'win32') return [];
    if (process.platform === 'darwin') {
      return parseMacMounts((await run('/sbin/mount', { timeout: listMs })).stdout);
    }
    return parseMountInfo(await readFile('/proc/self/mountinfo', 'utf8'));
  },
  async devices() {
    // Starts programs, so it is loaded only when drives are listed.
    const { default: system } = await import('systeminformation');
    return system.blockDevices();
  },
  answers: (path) =>
    access(path).then(
      () => true,
      () => false,
    ),
  names: (path) => readdir(path).catch(() => []),
  async space(path) {
    // Containers can mount a single file over a file.
    if (!(await stat(path)).isDirectory()) return { total_bytes: 0, free_bytes: 0 };
    const { bsize, blocks, bavail } = await statfs(path);
    return { total_bytes: blocks * bsize, free_bytes: bavail * bsize };
  },
});

export interface Drives {
  /** All drives, cached for some seconds. `also` are shares without a letter. */
  list(also?: readonly string[]): Promise<Drive[]>;
  /** A cheap fingerprint of the connected drives, which changes when a drive is connected or removed. */
  signature(): Promise<string>;
  /** Mount points or drive letters, without accessing them. */
  roots(): Promise<ReadonlySet<string>>;
  /** Clears the cache. */
  forget(): void;
}

const rememberMs = 5000;

/**
 * Lists the drives of this machine, unordered; only the root if the system reports none. A drive that does
 * not respond is listed without its space, and is not probed again until the first probe returns.
 */
export const createDrives = (source: DriveSource = systemDrives()): Drives => {
  const alone = createSingleFlight();
  let roots: { found: Promise<ReadonlySet<string>>; at: number } | null = null;
  let known: { drives: Promise<Drive[]>; at: number } | null = null;

  /**
   * Returns the result within the time limit, or else the fallback. A hung query is not repeated in the
   * meantime.
   */
  const ask = <T>(what: string, question: () => Promise<T>, ms: number, fallback: T): Promise<T> =>
    withTimeout(
      alone.run(what, question).catch(() => fallback),
      ms,
      fallback,
    );

  const letters = async (): Promise<NamedDrive[]> => {
    const found: NamedDrive[] = [];
    // Sequential: an offline network drive blocks a thread until Windows times out.
    for (const letter of 'CDEFGHIJKLMNOPQRSTUVWXYZAB') {
      const path = `${letter}:\\`;
      if (!(await ask(path, () => source.answers(path), letterMs, false))) continue;
      found.push({ name: `${letter}:`, path, label: null, kind: 'fixed' });
    }
    return found;
  };

  const gvfs = async (): Promise<NamedDrive[]> => {
    if (source.platform !== 'linux') return [];
    const folder = `/run/user/${process.getuid?.() ?? 0}/gvfs`;
    const names = await ask(folder, () => source.names(folder), letterMs, []);
    return names.flatMap((name) => driveOfGvfs(folder, name) ?? []);
  };

  const named = async (): Promise<NamedDrive[]> => {
    const devices = ask('devices', () => source.devices(), listMs, []);
    if (source.platform === 'win32') {
      const drives = drivesOfLetters(await devices);
      return drives.length > 0 ? drives : letters();
    }
    const mounts = await ask('mounts', () => source.mounts(), listMs, []);
    const below = await devices;
    return [...mounts.map((mount) => driveOfMount(mount, below)), ...(await gvfs())];
  };

  const withSpace = async (drive: NamedDrive): Promise<Drive> => {
    const nothing = { total_bytes: null, free_bytes: null };
    const space = await ask<Pick<Drive, 'total_bytes' | 'free_bytes'>>(
      `space ${drive.path}`,
      () => source.space(drive.path),
      spaceMs,
      nothing,
    );
    return { ...drive, ...space };
  };

  /**
   * Queries drives sequentially, because each query to a hung drive blocks one of the few threads that
   * perform all file reads.
   */
  const withSpaceInTurn = async (drives: readonly NamedDrive[]): Promise<Drive[]> => {
    const described: Drive[] = [];
    for (const drive of drives) {
      const hanging = drives.filter(({ path }) => alone.isOpen(`space ${path}`)).length;
      described.push(
        hanging < maxHanging
          ? await withSpace(drive)
          : { ...drive, total_bytes: null, free_bytes: null },
      );
    }
    return described;
  };

  const read = async (also: readonly NamedDrive[]): Promise<Drive[]> => {
    const found = uniqueByPath([...(await named()), ...also]).slice(0, maxDrives);
    const [near, far] = [
      found.filter(({ kind }) => kind !== 'network'),
      found.filter(({ kind }) => kind === 'network'),
    ];
    const drives = (
      await Promise.all([Promise.all(near.map(withSpace)), withSpaceInTurn(far)])
    ).flat();
    // Skips file systems of size 0, such as bind-mounted files of a container and empty card readers.
    const real = drives.filter(({ total_bytes }) => total_bytes !== 0);
    const { root } = parse(homedir());
    return real.length > 0
      ? real
      : [await withSpace({ name: root, path: root, label: null, kind: 'fixed' })];
  };

  return {
    async list(also = []) {
      if (known === null || performance.now() - known.at > rememberMs) {
        known = { drives: read(also.map(driveOfShare)), at: performance.now() };
      }
      return known.drives;
    },
    async signature() {
      if (source.platform === 'win32') return (await letters()).map(({ name }) => name).join(' ');
      const mounts =
        source.platform === 'darwin'
          ? await ask('/Volumes', () => source.names('/Volumes'), letterMs, [])
          : (await ask('mounts', () => source.mounts(), listMs, [])).map(
              ({ mount, source: from }) => `${mount} ${from}`,
            );
      return [...mounts, ...(await gvfs()).map(({ path }) => path)].sort().join('\n');
    },
    async roots() {
      if (roots === null || performance.now() - roots.at > rememberMs) {
        const mounts = ask('mounts', () => source.mounts(), listMs, []);
        const found = mounts.then((all) => new Set(all.map(({ mount }) => mount)));
        roots = { found, at: performance.now() };
      }
      return roots.found;
    },
    forget() {
      known = null;
      roots = null;
    },
  };
};

/** The drive that contains a path: the innermost of nested mounts. */
export const driveAt = <One extends { path: string }>(
  drives: readonly One[],
  path: string,
): One | undefined =>
  drives
    .filter((drive) => isPathWithin(drive.path, path))
    .sort((a, b) => b.path.length - a.path.length)[0];
