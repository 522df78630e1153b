import { constants } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import {
  backupName,
  backupReasons,
  type Backup,
  type BackupReason,
} from '../../../shared/api/backups.ts';
import { describeBackupHead } from '../../database/backup.ts';
import { headBytes } from '../../database/file-head.ts';
import { databaseParts } from '../../database/database-files.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import type { ReadGate } from '../../media/read-gate.ts';

/**
 * File name such as `octavo-20260131-040000-000-manual.db`, which contains everything that the list shows.
 */
export const backupFileName = (position: Date, reason: BackupReason): string => {
  const [date = '', time = ''] = position.toISOString().replace('Z', '').split('T');
  return `octavo-${date.replaceAll('-', '')}-${time.replaceAll(':', '').replace('.', '-')}-${reason}.db`;
};

/**
 * Backup files in the backup folders; new ones are written to the first folder. If a folder is on a drive
 * that does not respond, every method rejects with AppError ServiceUnavailable.
 */
export const createBackupFolder = ({
  folders,
  gate,
}: {
  folders: () => readonly string[];
  gate: Pick<ReadGate, 'run'>;
}) => {
  const where = () => folders()[0] ?? '';
  return {
    /** Lists all backups, unordered; skips everything that is not a file. */
    async list(): Promise<Backup[]> {
      const lists = folders().map((folder) =>
        gate.run(folder, async () =>
          Promise.all((await namesIn(folder)).map((name) => describe(folder, name))),
        ),
      );
      return (await Promise.all(lists)).flat().filter((backup) => backup !== null);
    },
    /** The file of a backup, or null. */
    async find(name: string): Promise<string | null> {
      for (const folder of folders()) {
        const path = join(folder, name);
        const stats = await gate.run(folder, () => stat(path).catch(() => null));
        if (stats?.isFile()) return path;
      }
      return null;
    },
    /** The folder for new backups. */
    where,
    /** The path for a new backup; creates the folder. */
    async pathOf(name: string): Promise<string> {
      const folder = where();
      await gate.run(folder, () => makeFolder(folder));
      return join(folder, name);
    },
    async remove(path: string): Promise<void> {
      await gate.run(dirname(path), async () => {
        for (const part of databaseParts) await rm(path + part, { force: true });
      });
    },
    /** Deletes partial files left by a process that was killed while writing a backup. */
    async removeDrafts(): Promise<void> {
      for (const folder of folders()) {
        await gate.run(folder, async () => {
          for (const name of await filesIn(folder)) {
            const [, backup] = /^(.+)\.partial(-wal|-shm|-journal)?$/.exec(name) ?? [];
            const isOurs = backupName.safeParse(backup).success;
            if (isOurs) await rm(join(folder, name), { force: true }).catch(() => undefined);
          }
        });
      }
    },
  };
};

export type BackupFolder = ReturnType<typeof createBackupFolder>;

const namesIn = async (folder: string): Promise<string[]> =>
  (await filesIn(folder)).filter((name) => backupName.safeParse(name).success);

/** Empty if no backup exists yet, or if the drive is not mounted. */
const filesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Opens without blocking, because a pipe may have replaced the file. */
const readHead = async (path: string): Promise<Buffer> => {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
  if (handle === null) return Buffer.alloc(0);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes));
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};

const describe = async (folder: string, name: string): Promise<Backup | null> => {
  const path = join(folder, name);
  const stats = await stat(path).catch(() => null);
  if (!stats?.isFile()) return null;
  const time = /^octavo-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-(\d{3})/.exec(name) ?? [];
  const [, year, month, day, hour, minute, second, millisecond] = time;
  return {
    name,
    reason: backupReasons.find((reason) => name.endsWith(`-${reason}.db`)) ?? 'manual',
    file_size: stats.size,
    created_at: `${year}-${month}-${day}T${hour}:${minute}:${second}.${millisecond}Z`,
    ...describeBackupHead(await readHead(path), stats.size),
  };
};
