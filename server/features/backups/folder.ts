import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import {
  backupName,
  backupReasons,
  type Backup,
  type BackupReason,
} from '../../../shared/api/backups.ts';
import { readBackupHead } from '../../database/backup.ts';
import { discard } from '../../lib/discard.ts';
import { removeDatabaseFiles } from '../../database/database-files.ts';

/** `octavo-20260131-040000-000-manual.db`: encodes everything that the list shows. */
export const backupFileName = (position: Date, reason: BackupReason): string => {
  const [date = '', time = ''] = position.toISOString().replace('Z', '').split('T');
  return `octavo-${date.replaceAll('-', '')}-${time.replaceAll(':', '').replace('.', '-')}-${reason}.db`;
};

/** Backup files in the backup folders; new ones are written to the first folder. */
export const createBackupFolder = ({ folders }: { folders: () => readonly string[] }) => {
  const where = () => folders()[0] ?? '';
  const find = (name: string): string | null =>
    folders()
      .map((folder) => join(folder, name))
      .find((path) => statSync(path, { throwIfNoEntry: false })?.isFile()) ?? null;
  return {
    /** All backups, unordered. */
    list: (): Backup[] =>
      folders().flatMap((folder) => namesIn(folder).map((name) => describe(folder, name))),
    /** The file of a backup, or null. */
    find,
    /** The folder for new backups. */
    where,
    /** The path for a new backup; creates the folder. */
    pathOf(name: string): string {
      const folder = where();
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return join(folder, name);
    },
    remove: removeDatabaseFiles,
    /** Deletes partial files left by a process that was killed while writing a backup. */
    removeDrafts(): void {
      for (const folder of folders()) {
        for (const name of filesIn(folder)) {
          const [, backup] = /^(.+)\.partial(-wal|-shm|-journal)?$/.exec(name) ?? [];
          const isOurs = backupName.safeParse(backup).success;
          if (isOurs) discard(() => rmSync(join(folder, name), { force: true }));
        }
      }
    },
  };
};

export type BackupFolder = ReturnType<typeof createBackupFolder>;

const namesIn = (folder: string): string[] =>
  filesIn(folder).filter((name) => backupName.safeParse(name).success);

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    // No backup exists yet, or the drive is not mounted.
    return [];
  }
};

const describe = (folder: string, name: string): Backup => {
  const path = join(folder, name);
  const time = /^octavo-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-(\d{3})/.exec(name) ?? [];
  const [, year, month, day, hour, minute, second, millisecond] = time;
  return {
    name,
    reason: backupReasons.find((reason) => name.endsWith(`-${reason}.db`)) ?? 'manual',
    file_size: statSync(path, { throwIfNoEntry: false })?.size ?? 0,
    created_at: `${year}-${month}-${day}T${hour}:${minute}:${second}.${millisecond}Z`,
    ...readBackupHead(path),
  };
};
