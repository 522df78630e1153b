import { execFile } from 'node:child_process';
import { access, readdir, readFile, stat, statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import { parse } from 'node:path';
import { promisify } from 'node:util';

import type { Drive } from '../../../shared/api/filesystem.ts';
import { isPathWithin } from '../../scanner/same-folder.ts';
import { createOnce } from '../../tasks/once.ts';
import { withTimeLimit } from '../../tasks/time-limit.ts';
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
/** So many network drives may be waited for at a time. */
const maxHanging = 2;
/** Nobody plugs in more; a crafted table of mounts could name any number. */
const maxDrives = 200;

/** What of the operating system is asked; tests bring recorded answers. */
export interface DriveSource {
  platform: NodeJS.Platform;
  /** File systems in the folder tree; none on Windows. */
  mounts(): Promise<Mount[]>;
  /** Disks and drive letters with their labels. Slow: starts programs of the system. */
  devices(): Promise<BlockDevice[]>;
  /** Whether a folder answers. */
  answers(path: string): Promise<boolean>;
  /** The names in a folder, none where it cannot be read. */
  names(path: string): Promise<string[]>;
  /** Bytes of the file system that a folder lies on; 0 for what is no folder. */
  space(path: string): Promise<{ total_bytes: number; free_bytes: number }>;
}

const run = promisify(execFile);

/** The machine itself. The commands are fixed; nothing that a person or a drive names gets into them. */
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
    // Starts programs, so it is loaded only where somebody looks for drives.
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
    // Containers mount single files over files.
    if (!(await stat(path)).isDirectory()) return { total_bytes: 0, free_bytes: 0 };
    const { bsize, blocks, bavail } = await statfs(path);
    return { total_bytes: blocks * bsize, free_bytes: bavail * bsize };
  },
});

export interface Drives {
  /** All drives, from memory where they were read within the last seconds. `also` are shares without a letter. */
  list(also?: readonly string[]): Promise<Drive[]>;
  /** What is connected, as one text that is cheap to get and differs when a drive comes or goes. */
  signature(): Promise<string>;
  /** Reads anew the next time. */
  forget(): void;
}

const rememberMs = 5000;

/**
 * The drives of this machine, in no order; the root alone where the system says nothing. A drive that does not
 * answer is listed without its space, and never asked a second time while it has not answered the first.
 */
export const createDrives = (source: DriveSource = systemDrives()): Drives => {
  const alone = createOnce();
  let known: { drives: Promise<Drive[]>; at: number } | null = null;

  /** The answer within the time, or the fallback; what hangs is not asked again meanwhile. */
  const ask = <T>(what: string, question: () => Promise<T>, ms: number, fallback: T): Promise<T> =>
    withTimeLimit(
      alone.ask(what, question).catch(() => fallback),
      ms,
      fallback,
    );

  const letters = async (): Promise<NamedDrive[]> => {
    const found: NamedDrive[] = [];
    // One after the other: a network drive that is away holds a thread until Windows gives up.
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

  /** Each question to a drive that hangs holds one of the few threads that all files are read with. */
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
    // A file system of no size holds nothing: bound files of a container, an empty card reader.
    const real = drives.filter(({ total_bytes }) => total_bytes !== 0);
    const { root } = parse(homedir());
    return real.length > 0
      ? real
      : [await withSpace({ name: root, path: root, label: null, kind: 'fixed' })];
  };

  return {
    async list(also = []) {
      if (known === null || Date.now() - known.at > rememberMs) {
        known = { drives: read(also.map(driveOfShare)), at: Date.now() };
      }
      return known.drives;
    },
    async signature() {
      if (source.platform === 'win32') return (await letters()).map(({ name }) => name).join(' ');
      const places =
        source.platform === 'darwin'
          ? await ask('/Volumes', () => source.names('/Volumes'), letterMs, [])
          : (await ask('mounts', () => source.mounts(), listMs, [])).map(
              ({ mount, source: from }) => `${mount} ${from}`,
            );
      return [...places, ...(await gvfs()).map(({ path }) => path)].sort().join('\n');
    },
    forget() {
      known = null;
    },
  };
};

/** The drive that a path lies on: of those mounted in one another the innermost. */
export const driveAt = <One extends { path: string }>(
  drives: readonly One[],
  path: string,
): One | undefined =>
  drives
    .filter((drive) => isPathWithin(drive.path, path))
    .sort((a, b) => b.path.length - a.path.length)[0];
