import { statfs } from 'node:fs/promises';

/**
 * File systems of Linux that keep the attributes of an open file in memory, by the type in `statfs`:
 * ext2 to ext4, XFS, Btrfs, F2FS and tmpfs. Network drives and FUSE ask their server.
 */
const inMemory = new Set([0xef_53, 0x58_46_53_42, 0x91_23_68_3e, 0xf2_f5_20_10, 0x01_02_19_94]);

/** Whether `fstatSync` of the open file never waits for its drive; false if that is unknown. */
export const hasAttributesInMemory = async (fd: number): Promise<boolean> => {
  if (process.platform !== 'linux') return false;
  try {
    return inMemory.has((await statfs(`/proc/self/fd/${fd}`)).type);
  } catch {
    return false;
  }
};
