/** A mounted file system, as listed by the operating system. */
export interface Mount {
  /** Mount point. */
  mount: string;
  /** The device or share, `/dev/sda1` or `//nas/books`. */
  source: string;
  /** File system type, `ext4`, `smbfs`. */
  type: string;
}

/**
 * Parses Linux's `/proc/self/mountinfo`, without mounts that cannot hold books
 * (https://docs.kernel.org/filesystems/proc.html, 3.5): device numbers, root and mount point,
 * options, a dash, type and source.
 */
export const parseMountInfo = (text: string): Mount[] =>
  lastOfEach(
    text.split('\n').flatMap((line) => {
      const [before = '', after] = line.split(' - ', 2);
      const mount = before.split(' ')[4];
      const [type, source] = after?.split(' ') ?? [];
      if (!mount?.startsWith('/') || type === undefined) return [];
      return [{ mount: unescapeOctal(mount), source: unescapeOctal(source ?? ''), type }];
    }),
  ).filter((mount) => !isSystem(mount));

/**
 * Parses the output of macOS's `mount`: `/dev/disk3s1 on /Volumes/My Books (apfs, local,
 * journaled)`.
 */
export const parseMacMounts = (text: string): Mount[] =>
  lastOfEach(
    text.split('\n').flatMap((line) => {
      const [, source, mount, type] = /^(.*?) on (\/.*) \(([^,)]+)[^()]*\)$/.exec(line) ?? [];
      if (source === undefined || mount === undefined || type === undefined) return [];
      return [{ mount, source, type: type.trim() }];
    }),
  ).filter((mount) => !isSystem(mount));

/** A later mount at the same path hides the earlier one. */
const lastOfEach = (mounts: readonly Mount[]): Mount[] => [
  ...new Map(mounts.map((mount) => [mount.mount, mount])).values(),
];

/** The kernel writes a space as `\040`. */
const unescapeOctal = (text: string): string =>
  text.replace(/\\([0-3][0-7]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );

const systemTypes =
  /^(rootfs|tmpfs|devtmpfs|devfs|devpts|autofs|proc|sysfs|squashfs|cramfs|ramfs|mqueue|hugetlbfs|debugfs|tracefs|securityfs|configfs|pstore|bpf|cgroup2?|efivarfs|binfmt_misc|rpc_pipefs|nsfs|fusectl|nullfs|fuse\.(portal|gvfsd-fuse|lxcfs|snapfuse))$/i;
const systemFolders =
  /^\/(proc|sys|dev|run(?!\/media\/)|etc|snap|boot|usr|var\/(lib\/(docker|containers)|snap)|System\/Volumes|private\/var\/vm|private\/var\/folders)(\/|$)/;

/**
 * Whether a mount belongs to the system. In a container the root is an overlay, but users still see it as a
 * drive.
 */
const isSystem = ({ mount, type }: Mount): boolean =>
  mount !== '/' && (systemTypes.test(type) || type === 'overlay' || systemFolders.test(mount));
