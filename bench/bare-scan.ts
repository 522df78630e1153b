import { closeSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { connect } from '../server/database/database.ts';
import { parseComicInfo } from '../server/media/comic-info/comic-info.ts';
import { loadSharp } from '../server/media/images.ts';
import { coverBox } from '../server/media/thumbnails.ts';
import { readZipDirectory, type ZipEntry } from '../server/media/zip/directory.ts';
import { readEntry } from '../server/media/zip/entry-data.ts';

/** The least that any scan must do: find the files and look at each. */
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

/** Lists a library of archives in one loop: table of contents, ComicInfo.xml, one row a book, no index. */
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

/** Reads and unpacks every file in every archive, and compares its checksum. */
export const readEverything = (root: string): void => {
  walkAndStat(root, (path, size) => {
    withEntries(path, size, (fd, entries) => {
      for (const entry of entries) readEntry(fd, entry, { verify: true });
    });
  });
};

/** The first page of every archive. */
export const readCovers = (root: string): Buffer[] => {
  const covers: Buffer[] = [];
  walkAndStat(root, (path, size) => {
    withEntries(path, size, (fd, [first]) => {
      if (first) covers.push(readEntry(fd, first));
    });
  });
  return covers;
};

/** Makes covers of images in memory, two at a time, and keeps none. */
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
