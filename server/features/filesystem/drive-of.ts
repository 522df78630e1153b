import { posix, win32 } from 'node:path';

import { decodedUri } from '../../text/decoded-uri.ts';
import type { Drive } from '../../../shared/api/filesystem.ts';
import { plainPath } from '../../paths/windows-long-path.ts';
import type { Mount } from './mounts.ts';

/** One disk, partition or (on Windows) drive letter from `systeminformation`. */
export interface BlockDevice {
  /** `sda1` on Linux, `/dev/disk3s1` on macOS, `D:` on Windows. */
  name: string;
  mount: string;
  label: string;
  removable: boolean;
  /** `usb`, `nvme`, `Disk Image`. */
  protocol: string;
  /** `SSD`, `HDD`, `CD/DVD`; on Windows `Removable`, `Local`, `Network`, `CD/DVD`, `RAM`. */
  physical: string;
  /** The disk that contains a partition, if known. */
  device?: string | undefined;
}

/** A drive without its free space. */
export type NamedDrive = Pick<Drive, 'name' | 'path' | 'label' | 'kind'>;

/** A macOS or Linux drive, with the data of its device. */
export const driveOfMount = (mount: Mount, devices: readonly BlockDevice[]): NamedDrive => {
  const device = devices.find(
    ({ name, mount: place }) =>
      `/dev/${name}` === mount.source || name === mount.source || place === mount.mount,
  );
  const disk = devices.find(({ name }) => isDevice(name, device?.device));
  const label = plain(device?.label ?? '') || nameOfVolume(mount.mount);
  return {
    name: label ?? (plain(posix.basename(mount.mount)) || mount.mount),
    path: mount.mount,
    label,
    kind: kindOf(mount, device, disk),
  };
};

const isDevice = (name: string, path: string | undefined) =>
  path !== undefined && (name === path || `/dev/${name}` === path);

/** Operating systems mount removable drives under their label. */
const nameOfVolume = (mount: string): string | null => {
  const found = /^(?:\/Volumes|\/media\/[^/]+|\/run\/media\/[^/]+)\/([^/]+)$/.exec(mount)?.[1];
  return found === undefined ? null : plain(found);
};

const networkTypes =
  /^(nfs\d?|cifs|smb\w*|afpfs|webdav|davfs\d?|ftp|9p|virtiofs|ceph|glusterfs|lustre|fuse\.(sshfs|rclone|s3fs|davfs2?|smbnetfs|curlftpfs|glusterfs))$/i;
const opticalTypes = /^(iso9660|udf|cd9660|cddafs)$/i;

const kindOf = (
  { type, source, mount }: Mount,
  device: BlockDevice | undefined,
  disk: BlockDevice | undefined,
): Drive['kind'] => {
  if (networkTypes.test(type) || /^(\\\\|\/\/)/.test(source)) return 'network';
  if (opticalTypes.test(type) || device?.physical === 'CD/DVD') return 'optical';
  const isPlugged = [device, disk].some(
    (entry) => entry?.removable === true || /^usb$/i.test(entry?.protocol ?? ''),
  );
  return isPlugged || /^(\/media\/|\/run\/media\/)/.test(mount) ? 'removable' : 'fixed';
};

const windowsKinds: Partial<Record<string, Drive['kind']>> = {
  Removable: 'removable',
  Network: 'network',
  'CD/DVD': 'optical',
};

/** The drive letters of Windows; other devices are ignored. */
export const drivesOfLetters = (devices: readonly BlockDevice[]): NamedDrive[] => {
  const drives = devices.flatMap(({ mount, label: given, physical }): NamedDrive[] => {
    if (!/^[a-z]:$/i.test(mount)) return [];
    const label = plain(given) || null;
    const letter = mount.toUpperCase();
    return [
      {
        name: label === null ? letter : `${label} (${letter})`,
        path: `${letter}\\`,
        label,
        kind: windowsKinds[physical] ?? 'fixed',
      },
    ];
  });
  return uniqueByPath(drives);
};

/**
 * Returns the root `\\nas\books\` of a path on a Windows share, also for the long form
 * `\\?\UNC\nas\books`; null for all other paths.
 */
export const shareOf = (path: string): string | null => {
  const { root } = win32.parse(plainPath(path, 'win32') ?? '');
  return /^\\\\[^\\?.]+\\[^\\]+\\$/.test(root) ? root : null;
};

/** A share without a drive letter, which the system does not list. */
export const driveOfShare = (share: string): NamedDrive => {
  const [server = '', folder = ''] = share.split('\\').filter(Boolean);
  const label = plain(folder);
  return { name: `${label} (${plain(server)})`, path: share, label, kind: 'network' };
};

/**
 * Shares opened by the Linux desktop, parsed from the entries of its `gvfs` folder:
 * `smb-share:server=nas,share=books`, `sftp:host=nas`, `mtp:host=Phone`.
 */
export const driveOfGvfs = (folder: string, entry: string): NamedDrive | null => {
  const [, scheme, fields] = /^([a-z][a-z0-9-]*):(.+)$/.exec(entry) ?? [];
  if (scheme === undefined || fields === undefined) return null;
  const values = new Map(
    fields.split(',').map((field): [string, string] => {
      const equals = field.indexOf('=');
      return [field.slice(0, equals), decodedUri(field.slice(equals + 1))];
    }),
  );
  const host = plain(values.get('server') ?? values.get('host') ?? '');
  const share = plain(values.get('share') ?? values.get('volume') ?? '');
  const name = share === '' ? host : host === '' ? share : `${share} (${host})`;
  return {
    name: name || plain(entry),
    path: posix.join(folder, entry),
    label: share || host || null,
    kind: /^(mtp|gphoto2|afc)$/.test(scheme) ? 'removable' : 'network',
  };
};

export const uniqueByPath = <One extends { path: string }>(drives: readonly One[]): One[] => [
  ...new Map(drives.map((drive) => [drive.path, drive])).values(),
];

const maxLabel = 120;

/** Removes control and bidirectional characters from a volume label, which anyone can choose. */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .trim()
    .slice(0, maxLabel);
