import { closeSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { connect } from '../server/database/database.ts';
import { parseComicInfo } from '../server/media/comic-info/comic-info.ts';
import { loadSharp } from '../server/media/images.ts';
import { coverBox } from '../server/media/thumbnails.ts';
import { readZipDirectory, type ZipEntry } from '../server/media/zip/directory.ts';
import { readEntry } from '../server/media/zip/read-entry.ts';

/** Lower bound of any scan: list the files and stat each. */
export const walkAndStat = (
  folder: string,
  visit: (path: string, size: number) => void = () => undefined,
): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) walkAndStat(path, visit);
    else visit(path, statSync(path).size);
  }
};

const withEntries = (
  path: string,
  size: number,
  use: (fd: number, entries: ZipEntry[]) => void,
): void => {
  const fd = openSync(path, 'r');
  try {
    use(fd, readZipDirectory(fd, size).entries);
  } finally {
    closeSync(fd);
  }
};

const comicInfoOf = (fd: number, entries: readonly ZipEntry[]): string | null => {
  const entry = entries.find(({ name }) => name === 'ComicInfo.xml');
  return entry ? JSON.stringify(parseComicInfo(readEntry(fd, entry))) : null;
};

/**
 * Baseline: indexes archives in one loop: central directory, ComicInfo.xml, one row per book, no
 * database index.
 */
export const bareScan = (root: string, databasePath: string): void => {
  const database = connect(databasePath);
  try {
    database.exec('CREATE TABLE listed (path TEXT, size INTEGER, pages TEXT, info TEXT) STRICT');
    const insert = database.prepare('INSERT INTO listed VALUES (?, ?, ?, ?)');
    const flush = database.transaction((rows: unknown[][]) => {
      for (const row of rows) insert.run(...row);
    });
    let rows: unknown[][] = [];
    walkAndStat(root, (path, size) => {
      withEntries(path, size, (fd, entries) => {
        rows.push([path, size, JSON.stringify(entries), comicInfoOf(fd, entries)]);
      });
      if (rows.length < 1000) return;
      flush(rows);
      rows = [];
    });
    flush(rows);
  } finally {
    database.close();
  }
};

/** Reads and decompresses every file in every archive, and verifies checksums. */
export const readEverything = (root: string): void => {
  walkAndStat(root, (path, size) => {
    withEntries(path, size, (fd, entries) => {
      for (const entry of entries) readEntry(fd, entry, { verify: true });
    });
  });
};

/** The first page of each archive. */
export const readCovers = (root: string): Buffer[] => {
  const covers: Buffer[] = [];
  walkAndStat(root, (path, size) => {
    withEntries(path, size, (fd, [first]) => {
      if (first) covers.push(readEntry(fd, first));
    });
  });
  return covers;
};

/** Renders covers from in-memory images, two at a time, and discards them. */
export const renderCovers = async (images: readonly Buffer[]): Promise<void> => {
  const sharp = await loadSharp();
  const waiting = images.values();
  const lane = async () => {
    for (const image of waiting) {
      await sharp(image)
        .resize({ ...coverBox, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80, effort: 2 })
        .toBuffer();
    }
  };
  await Promise.all([lane(), lane()]);
};
