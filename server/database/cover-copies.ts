import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';

import SQLite from 'better-sqlite3';

import { uploadEnding, uploadOf, uploadPath } from '../lib/cover-upload-files.ts';
import { utimeOf } from '../lib/file-times.ts';
import { writeFileAtomic } from '../lib/write-file-atomic.ts';
import { sqlitePath } from './sqlite-path.ts';
import type { Database } from './types.ts';

/** `<id of the owner>-<name of the upload>` */
const coverName = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-([\da-f]{16})$/;

const coversBeside = (database: string): string => join(dirname(database), 'covers');

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/**
 * Copies the uploaded covers that are beside a database into its copy. Leaves out files that cannot be read, and all of
 * them where the copy has an older schema.
 */
export const packCovers = (database: string, copy: string): void => {
  const target = new SQLite(sqlitePath(copy));
  try {
    if (!target.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'cover_copies'").get()) return;
    const insert = target.prepare<[string, number, Buffer]>(
      'INSERT OR IGNORE INTO cover_copies (name, uploaded_at, image) VALUES (?, ?, ?)',
    );
    const pack = (path: string, name: string) => {
      const cover = readCover(path);
      if (cover !== null) insert.run(name, cover.uploadedAt, cover.image);
    };
    const covers = coversBeside(database);
    target.transaction(() => {
      for (const folder of namesIn(covers)) {
        for (const file of namesIn(join(covers, folder))) {
          const name = file.endsWith(uploadEnding) ? file.slice(0, -uploadEnding.length) : '';
          if (coverName.test(name)) pack(join(covers, folder, file), name);
        }
      }
    })();
  } finally {
    target.close();
  }
};

const readCover = (path: string): { image: Buffer; uploadedAt: number } | null => {
  try {
    return { image: readFileSync(path), uploadedAt: Math.floor(statSync(path).mtimeMs) };
  } catch {
    return null;
  }
};

interface CoverCopy {
  name: string;
  uploaded_at: number;
  image: Buffer;
}

/** Writes the covers of a restored backup to files, and removes them from the database. */
export const unpackCovers = (database: Database): void => {
  const names = database.prepare<[], string>('SELECT name FROM cover_copies').pluck().all();
  if (names.length === 0) return;
  const covers = coversBeside(database.name);
  const find = database.prepare<[string], CoverCopy>('SELECT * FROM cover_copies WHERE name = ?');
  for (const name of names) {
    const copy = find.get(name);
    if (copy) writeCover(covers, copy);
  }
  database.exec('DELETE FROM cover_copies');
};

const writeCover = (covers: string, { name, uploaded_at: uploadedAt, image }: CoverCopy): void => {
  const [, id = '', upload = ''] = coverName.exec(name) ?? [];
  // A backup can come from elsewhere: nothing but an image under its own name.
  if (uploadOf(image) !== upload) return;
  const path = uploadPath(covers, id, upload);
  if (statSync(path, { throwIfNoEntry: false })?.size === image.length) return;
  writeFileAtomic(path, image);
  utimesSync(path, utimeOf(uploadedAt), utimeOf(uploadedAt));
};
