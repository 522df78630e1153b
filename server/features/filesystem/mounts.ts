/** A file system in the folder tree, as the operating system lists it. */
export interface Mount {
  /** The folder under which it is found. */
  mount: string;
  /** The device or share, `/dev/sda1` or `//nas/books`. */
  source: string;
  /** The kind of file system, `ext4`, `smbfs`. */
  type: string;
}

/**
 * The lines of Linux's `/proc/self/mountinfo`, with the places that hold no books left out
 * (https://docs.kernel.org/filesystems/proc.html, 3.5): device numbers, root and mount point, options, a dash, type and source.
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

/** The output of macOS's `mount`: `/dev/disk3s1 on /Volumes/My Books (apfs, local, journaled)`. */
export const parseMacMounts = (text: string): Mount[] =>
  lastOfEach(
    text.split('\n').flatMap((line) => {
      const [, source, mount, type] = /^(.*?) on (\/.*) \(([^,)]+)[^()]*\)$/.exec(line) ?? [];
      if (source === undefined || mount === undefined || type === undefined) return [];
      return [{ mount, source, type: type.trim() }];
    }),
  ).filter((mount) => !isSystem(mount));

/** What is mounted over something hides it. */
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

/** In a container the root itself is an overlay, and still the drive that people see. */
const isSystem = ({ mount, type }: Mount): boolean =>
  mount !== '/' && (systemTypes.test(type) || type === 'overlay' || systemFolders.test(mount));
