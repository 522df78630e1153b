import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import {
  backupName,
  backupReasons,
  type Backup,
  type BackupReason,
} from '../../../shared/api/backups.ts';
import { readBackupHead } from '../../database/backup.ts';
import { removeDatabaseFiles } from '../../database/database-files.ts';

/** `octavo-20260131-040000-000-manual.db`, which tells everything that the list shows. */
export const backupFileName = (at: Date, reason: BackupReason): string => {
  const [date = '', time = ''] = at.toISOString().replace('Z', '').split('T');
  return `octavo-${date.replaceAll('-', '')}-${time.replaceAll(':', '').replace('.', '-')}-${reason}.db`;
};

/** Backups on the disk; new ones go to the first of the folders. */
export const createBackupFolder = ({ folders }: { folders: () => readonly string[] }) => {
  const where = () => folders()[0] ?? '';
  const find = (name: string): string | null =>
    folders()
      .map((folder) => join(folder, name))
      .find((path) => statSync(path, { throwIfNoEntry: false })?.isFile()) ?? null;
  return {
    /** All of them, in no order. */
    list: (): Backup[] =>
      folders().flatMap((folder) => namesIn(folder).map((name) => describe(folder, name))),
    /** The file of a backup, or null. */
    find,
    /** Where new ones go. */
    where,
    /** The path of a new one; makes the folder. */
    pathOf(name: string): string {
      const folder = where();
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return join(folder, name);
    },
    remove: removeDatabaseFiles,
  };
};

export type BackupFolder = ReturnType<typeof createBackupFolder>;

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((name) => backupName.safeParse(name).success);
  } catch {
    // No backup was written yet, or the disk is not there.
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
