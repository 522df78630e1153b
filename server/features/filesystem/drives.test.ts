import { describe, expect, test, vi } from 'vitest';

import { itemsOf } from '../../database/json.ts';
import { driveOfGvfs, drivesOfLetters, shareOf, type BlockDevice } from './drive-of.ts';
import { createDrives, driveAt, systemDrives, type DriveSource } from './drives.ts';
import { createDriveWatch } from './drive-watch.ts';
import { parseMacMounts, parseMountInfo } from './mounts.ts';
import { createFilesystemService } from './service.ts';

const device = (name: string, fields: Partial<BlockDevice> = {}): BlockDevice => ({
  name,
  mount: '',
  label: '',
  removable: false,
  protocol: '',
  physical: '',
  ...fields,
});

/** A machine with recorded responses. */
const machine = (fields: Partial<DriveSource>): DriveSource => ({
  platform: 'linux',
  mounts: async () => [],
  devices: async () => [],
  answers: async () => false,
  names: async () => [],
  space: async () => ({ total_bytes: 1000, free_bytes: 400 }),
  ...fields,
});

const mountInfo = String.raw`22 1 259:2 / / rw,relatime shared:1 - ext4 /dev/nvme0n1p2 rw
23 22 0:21 / /proc rw,nosuid shared:12 - proc proc rw
24 22 0:22 / /sys rw shared:2 - sysfs sysfs rw
25 22 0:5 / /dev rw shared:8 - devtmpfs udev rw,size=8G
26 22 0:24 / /run rw shared:11 - tmpfs tmpfs rw
27 22 259:1 / /boot/efi rw shared:30 - vfat /dev/nvme0n1p1 rw
28 22 7:0 / /snap/core/1 ro shared:31 - squashfs /dev/loop0 ro
29 26 8:17 / /run/media/eva/My\040Stick rw shared:40 - vfat /dev/sdb1 rw
30 22 8:33 / /mnt/shelf rw shared:41 - ext4 /dev/sdc1 rw
31 22 0:50 / /mnt/nas rw shared:42 - cifs //nas/books rw,vers=3.1.1
32 22 0:51 / /mnt/old rw shared:43 - autofs systemd-1 rw
33 22 11:0 / /media/eva/DISC ro shared:44 - iso9660 /dev/sr0 ro
34 26 0:60 / /run/user/1000/gvfs rw shared:45 - fuse.gvfsd-fuse gvfsd-fuse rw
35 22 0:61 / /home/eva/cloud rw shared:46 - fuse.rclone remote: rw
36 22 0:62 / /var/lib/docker/overlay2/x/merged rw - overlay overlay rw
half a line
37 22 8:33 / relative rw - ext4 /dev/sdc1 rw
`;

const lsblk = [
  device('nvme0n1', { protocol: 'nvme', physical: 'SSD' }),
  device('nvme0n1p2', { mount: '/', label: 'system', device: '/dev/nvme0n1' }),
  device('sdb', { removable: true, protocol: 'usb' }),
  device('sdb1', { mount: '/run/media/eva/My Stick', label: 'My Stick', removable: true }),
  device('sdc', { protocol: 'usb', physical: 'HDD' }),
  device('sdc1', { mount: '/mnt/shelf', label: '', device: '/dev/sdc' }),
  device('sr0', { physical: 'CD/DVD', label: 'DISC', removable: true }),
];

describe('drives of Linux', () => {
  test('are those that can hold books, with their labels and kinds', async () => {
    const drives = await createDrives(
      machine({ mounts: async () => parseMountInfo(mountInfo), devices: async () => lsblk }),
    ).list();
    const described = drives.map(({ name, path, label, kind }) => [name, path, label, kind]);
    expect(described).toEqual([
      ['system', '/', 'system', 'fixed'],
      ['My Stick', '/run/media/eva/My Stick', 'My Stick', 'removable'],
      ['shelf', '/mnt/shelf', null, 'removable'],
      ['DISC', '/media/eva/DISC', 'DISC', 'optical'],
      ['nas', '/mnt/nas', null, 'network'],
      ['cloud', '/home/eva/cloud', null, 'network'],
    ]);
    expect(drives[0]).toMatchObject({ total_bytes: 1000, free_bytes: 400 });
  });

  test('hold what is mounted last at a place', () => {
    const twice = `1 0 8:1 / /data rw - ext4 /dev/sda1 rw\n2 1 0:9 / /data rw - cifs //nas/a rw`;
    expect(parseMountInfo(twice)).toEqual([{ mount: '/data', source: '//nas/a', type: 'cifs' }]);
  });

  test.each([
    [
      'smb-share:server=nas.local,share=b%C3%BCcher,user=eva',
      { name: 'bücher (nas.local)', label: 'bücher', kind: 'network' },
    ],
    ['sftp:host=attic', { name: 'attic', label: 'attic', kind: 'network' }],
    ['mtp:host=Pixel_7', { name: 'Pixel_7', label: 'Pixel_7', kind: 'removable' }],
    ['dav:host=x,share=%E0%A4%A', { name: '%E0%A4%A (x)', kind: 'network' }],
  ])('name what the desktop opened: %s', (entry, expected) => {
    const folder = '/run/user/1000/gvfs';
    expect(driveOfGvfs(folder, entry)).toMatchObject({ ...expected, path: `${folder}/${entry}` });
  });

  test('leave out values that are not a share', () => {
    expect(driveOfGvfs('/run/user/1000/gvfs', 'lost+found')).toBeNull();
  });
});

describe('drives of macOS', () => {
  const mounts = `/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
devfs on /dev (devfs, local, nobrowse)
/dev/disk3s6 on /System/Volumes/VM (apfs, local, noexec, journaled, noatime, nobrowse)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse, protect)
map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)
/dev/disk4s2 on /Volumes/My Book (old) (exfat, local, nodev, nosuid, noowners)
//eva@nas._smb._tcp.local/Books on /Volumes/Books (smbfs, nodev, nosuid, mounted by eva)
/dev/disk6s1 on /Volumes/Audio CD (cddafs, local, nodev, nosuid, read-only, noowners)
`;
  test('are volumes with the name that the Finder shows', async () => {
    const devices = [
      device('/dev/disk3s1s1', { label: 'Macintosh HD', mount: '/', protocol: 'Apple Fabric' }),
      device('/dev/disk4s2', { label: 'My Book (old)', protocol: 'USB' }),
    ];
    const drives = await createDrives(
      machine({
        platform: 'darwin',
        mounts: async () => parseMacMounts(mounts),
        devices: async () => devices,
      }),
    ).list();
    expect(drives).toMatchObject([
      { name: 'Macintosh HD', path: '/', kind: 'fixed' },
      { name: 'My Book (old)', path: '/Volumes/My Book (old)', kind: 'removable' },
      { name: 'Audio CD', path: '/Volumes/Audio CD', kind: 'optical' },
      { name: 'Books', path: '/Volumes/Books', kind: 'network' },
    ]);
  });
});

describe('drives of Windows', () => {
  const letter = (mount: string, label: string, physical: string) =>
    device(mount, { mount, label, physical });

  test('are letters, and the shares that libraries lie on', async () => {
    const drives = createDrives(
      machine({
        platform: 'win32',
        devices: async () => [
          letter('C:', '', 'Local'),
          letter('D:', 'Bücher', 'Local'),
          letter('E:', 'STICK', 'Removable'),
          letter('F:', '', 'CD/DVD'),
          letter('z:', 'books', 'Network'),
        ],
      }),
    );
    const filesystem = createFilesystemService({
      drives,
      folders: () => [String.raw`\\NAS\manga\One Piece`, String.raw`\\NAS\manga\Bleach`],
    });
    const listing = await filesystem.drives({
      page: 1,
      pageSize: 50,
      sort: { field: 'path', direction: 'asc' },
    });
    expect(itemsOf(listing).map(({ name, path, kind }) => [name, path, kind])).toEqual([
      [String.raw`manga (NAS)`, '\\\\NAS\\manga\\', 'network'],
      ['C:', 'C:\\', 'fixed'],
      ['Bücher (D:)', 'D:\\', 'fixed'],
      ['STICK (E:)', 'E:\\', 'removable'],
      ['F:', 'F:\\', 'optical'],
      ['books (Z:)', 'Z:\\', 'network'],
    ]);
    await expect(filesystem.isRemote(String.raw`\\NAS\other\x`)).resolves.toBe(true);
  });

  test('are looked for by letter while Windows does not answer', async () => {
    const drives = createDrives(
      machine({
        platform: 'win32',
        devices: () => Promise.reject(new Error('no such program')),
        answers: async (path) => path === 'C:\\' || path === 'E:\\',
      }),
    );
    expect((await drives.list()).map(({ path }) => path)).toEqual(['C:\\', 'E:\\']);
    expect(await drives.signature()).toBe('C: E:');
  });

  test('are letters only, whatever else a device calls itself', () => {
    const hostile = ['C:\\evil', '', '/x', 'CC:', String.raw`\\?\C:`, 'C: & calc'];
    expect(drivesOfLetters(hostile.map((mount) => letter(mount, '', 'Local')))).toEqual([]);
  });

  test.each([
    [String.raw`\\nas\books\Manga`, '\\\\nas\\books\\'],
    [String.raw`\\?\UNC\nas\books\Manga`, '\\\\nas\\books\\'],
    ['//nas/books/Manga', '\\\\nas\\books\\'],
    [String.raw`\\?\C:\Manga`, null],
    [String.raw`\\.\PhysicalDrive0`, null],
    [String.raw`C:\nas\books`, null],
    ['/mnt/nas', null],
  ])('know the share of %s', (path, share) => {
    expect(shareOf(path)).toBe(share);
  });
});

describe('the label of a drive', () => {
  test('cannot forge a line, turn it around or fill the screen', async () => {
    const label = `Bo\u0000o\nks\u202e${'x'.repeat(500)}`;
    const [drive] = await createDrives(
      machine({
        mounts: async () => [{ mount: '/mnt/x', source: '/dev/sdb1', type: 'vfat' }],
        devices: async () => [device('sdb1', { label })],
      }),
    ).list();
    expect(drive?.label).toMatch(/^Booksx+$/);
    expect(drive?.label).toHaveLength(120);
  });

  test('is bounded in number', async () => {
    const mounts = Array.from({ length: 5000 }, (_, index) => ({
      mount: `/mnt/${index}`,
      source: '/dev/sda1',
      type: 'ext4',
    }));
    expect(await createDrives(machine({ mounts: async () => mounts })).list()).toHaveLength(200);
  });
});

describe('a drive that hangs', () => {
  const shares = ['a', 'b', 'c', 'd'].map((name) => ({
    mount: `/mnt/${name}`,
    source: `//nas/${name}`,
    type: 'cifs',
  }));

  test('is listed without its space, is asked once, and holds up nobody', async () => {
    vi.useFakeTimers();
    try {
      const space = vi.fn<DriveSource['space']>((path) =>
        path === '/' ? Promise.resolve({ total_bytes: 10, free_bytes: 5 }) : new Promise(() => 0),
      );
      const mounts = async () => [{ mount: '/', source: '/dev/sda1', type: 'ext4' }, ...shares];
      const drives = createDrives(machine({ mounts, space }));
      const read = async () => {
        const listed = drives.list();
        await vi.advanceTimersByTimeAsync(10_000);
        return listed;
      };
      const expected = [
        { path: '/', total_bytes: 10 },
        ...shares.map(({ mount }) => ({ path: mount, total_bytes: null, free_bytes: null })),
      ];
      expect(await read()).toMatchObject(expected);
      drives.forget();
      expect(await read()).toMatchObject(expected);
      // The other two were never probed, because each probe would have blocked a thread.
      const asked = space.mock.calls.map(([path]) => path).filter((path) => path !== '/');
      expect(asked).toEqual(['/mnt/a', '/mnt/b']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('leaves the root when nothing of the system answers', async () => {
    vi.useFakeTimers();
    try {
      const never = () => new Promise<never>(() => undefined);
      const listed = createDrives(
        machine({ mounts: never, devices: never, names: never, space: never }),
      ).list();
      await vi.advanceTimersByTimeAsync(20_000);
      expect(await listed).toMatchObject([{ kind: 'fixed', total_bytes: null }]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('this machine', () => {
  const filesystem = createFilesystemService({ drives: createDrives(), folders: () => [] });

  test('lists its drives a page at a time', async () => {
    const listing = await filesystem.drives({
      page: 1,
      pageSize: 1,
      sort: { field: 'path', direction: 'asc' },
    });
    const data = itemsOf(listing);
    expect(data).toHaveLength(1);
    expect(listing.total).toBeGreaterThanOrEqual(1);
    expect(data).toMatchObject([{ path: expect.stringMatching(/^(\/|[A-Z]:\\)/) as string }]);
    expect(data[0]?.total_bytes).toBeGreaterThan(0);
  });

  test('says what is connected, the same as long as nothing changes', async () => {
    const drives = createDrives(systemDrives());
    expect(await drives.signature()).toBe(await drives.signature());
  });
});

test('a path belongs to the innermost drive', () => {
  const drives = [
    { path: '/', kind: 'fixed' },
    { path: '/media/nas', kind: 'network' },
  ];
  expect(driveAt(drives, '/media/nas/Comics')?.kind).toBe('network');
  expect(driveAt(drives, '/media/nas')?.kind).toBe('network');
  expect(driveAt(drives, '/media/nas2')?.kind).toBe('fixed');
});

describe('watching drives', () => {
  test('reports additions and removals, only while it is wanted', async () => {
    vi.useFakeTimers();
    try {
      let there = 'C:';
      let wanted = false;
      const emit = vi.fn();
      const signature = vi.fn(async () => there);
      const forget = vi.fn();
      const watch = createDriveWatch({
        drives: { signature, forget },
        bus: { emit },
        isWanted: () => wanted,
        everyMs: 1000,
      });
      watch.start();
      await vi.advanceTimersByTimeAsync(5000);
      expect(signature).toHaveBeenCalledTimes(1);
      there = 'C: E:';
      await vi.advanceTimersByTimeAsync(5000);
      expect(emit).not.toHaveBeenCalled();
      wanted = true;
      await vi.advanceTimersByTimeAsync(1000);
      expect(emit.mock.calls).toEqual([['drives_updated', {}]]);
      expect(forget).toHaveBeenCalledTimes(1);
      there = 'C:';
      await vi.advanceTimersByTimeAsync(3000);
      expect(emit).toHaveBeenCalledTimes(2);
      watch.stop();
      there = 'C: F:';
      await vi.advanceTimersByTimeAsync(5000);
      expect(emit).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
