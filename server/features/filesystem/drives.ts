import { homedir } from 'node:os';
import { basename, isAbsolute, parse, relative, sep } from 'node:path';

import type { Drive } from '../../../shared/api/filesystem.ts';
import { withTimeLimit } from '../../tasks/time-limit.ts';

const timeLimitMs = 4000;

/** What the operating system says of one mounted file system. */
export interface MountedVolume {
  fs: string;
  type: string;
  size: number;
  available: number;
  mount: string;
}

/** What it says of the device below. */
export interface BlockDevice {
  mount: string;
  label: string;
  removable: boolean;
}

/** The drives of this machine; the root alone when the system does not answer in time. */
export const readDrives = async (): Promise<Drive[]> => {
  // Spawns `df` and the like, so it is loaded only where somebody looks for drives.
  const { default: system } = await import('systeminformation');
  const [volumes, devices] = await Promise.all([
    withTimeLimit<MountedVolume[], MountedVolume[]>(system.fsSize(), timeLimitMs, []),
    withTimeLimit<BlockDevice[], BlockDevice[]>(system.blockDevices(), timeLimitMs, []),
  ]);
  const drives = drivesOf(volumes, devices);
  return drives.length > 0 ? drives : [driveOf({ mount: parse(homedir()).root })];
};

/** Drives that may hold books: no pseudo file systems, no files mounted over files. */
export const drivesOf = (
  volumes: readonly MountedVolume[],
  devices: readonly BlockDevice[],
): Drive[] => {
  const drives = new Map<string, Drive>();
  for (const volume of volumes) {
    if (isPseudo(volume) || drives.has(volume.mount)) continue;
    const device = devices.find(({ mount }) => mount === volume.mount);
    drives.set(volume.mount, driveOf(volume, device));
  }
  return [...drives.values()];
};

/** The drive that a path lies on: of those mounted in one another the innermost. */
export const driveAt = (drives: readonly Drive[], path: string): Drive | undefined =>
  drives
    .filter((drive) => {
      const way = relative(drive.path, path);
      return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
    })
    .sort((a, b) => b.path.length - a.path.length)[0];

const driveOf = (
  { fs = '', type = '', size, available, mount }: Partial<MountedVolume> & { mount: string },
  device?: BlockDevice,
): Drive => ({
  name: device?.label || basename(mount) || mount,
  // Windows says `C:`, whose folder is `C:\`.
  path: /^[a-z]:$/i.test(mount) ? `${mount}\\` : mount,
  label: device?.label || null,
  kind: isNetwork(fs, type) ? 'network' : device?.removable ? 'removable' : 'fixed',
  total_bytes: size ?? null,
  free_bytes: available ?? null,
});

const isNetwork = (fs: string, type: string) =>
  /^(nfs\d?|cifs|smb\w*|afpfs|webdav|davfs\d?|9p|ceph|glusterfs|fuse\.(sshfs|rclone|s3fs|davfs2?))$/i.test(
    type,
  ) || /^(\\\\|\/\/)/.test(fs);

const pseudoTypes =
  /^(rootfs|tmpfs|devtmpfs|devfs|autofs|proc|sysfs|squashfs|cramfs|efivarfs|ramfs|fuse\.(portal|gvfsd-fuse|lxcfs|snapfuse))$/i;
const systemMounts = /^\/(proc|sys|dev|run(?!\/media\/)|etc|snap|boot|var\/lib\/docker)(\/|$)/;
const macSystemMounts = /^\/(System\/Volumes|private\/var\/vm)(\/|$)/;

/** In a container the root itself is an overlay, and still the drive that people see. */
const isPseudo = ({ mount, type, size }: MountedVolume) =>
  size === 0 ||
  (mount !== '/' &&
    (pseudoTypes.test(type) ||
      type === 'overlay' ||
      systemMounts.test(mount) ||
      macSystemMounts.test(mount)));
