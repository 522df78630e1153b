import { ftruncateSync, writeSync } from 'node:fs';

import { selectPages } from '../../server/media/formats/archive-entries.ts';
import { defaultLimits } from '../../server/media/limits.ts';
import { MediaError } from '../../server/media/media-error.ts';
import { readZipDirectory } from '../../server/media/zip/directory.ts';
import { readEntry, readEntryHead } from '../../server/media/zip/read-entry.ts';
import { fixtures } from '../fixtures.ts';
import { openScratch } from '../scratch.ts';
import { must, type Target } from '../target.ts';

const fd = openScratch();
const limits = { ...defaultLimits, archive_entries: 500, entry_bytes: 1024 * 1024 };

/** The error message without its numbers; any other error is a failure. */
const refusal = (attempt: () => string): string => {
  try {
    return attempt();
  } catch (error) {
    if (error instanceof MediaError) return error.message.replace(/\d+/g, '');
    throw error;
  }
};

const entries = (size: number): string => {
  const { entries: found } = readZipDirectory(fd, size, limits);
  must(found.length <= limits.archive_entries, 'no more entries than allowed');
  const ways = found.slice(0, 16).map((entry) => [
    refusal(() => {
      const bytes = readEntry(fd, entry, { verify: true, limits });
      must(bytes.length <= limits.entry_bytes, 'no more bytes than allowed');
      return 'read';
    }),
    refusal(() => (readEntryHead(fd, entry, 4096, limits).length > 0 ? 'head' : 'nothing')),
  ]);
  const pages = refusal(() => `${selectPages(found).length > 0}`);
  return `${pages} ${[...new Set(ways.flat())].sort().join()}`;
};

/** The central directory of a ZIP archive, then all its entries. */
export const target: Target = {
  seeds: () => [
    ...fixtures(
      'faults/{archive-damaged,compression,contents,hostile,names}/*.{zip,cbz}',
      32 * 1024,
    ),
    ...fixtures('faults/{encrypted,wrong-extension}/*.{zip,cbz,CBZ}', 32 * 1024),
  ],
  tokens: [
    ...['PK\x01\x02', 'PK\x03\x04', 'PK\x05\x06', 'PK\x06\x06', 'PK\x06\x07', 'PK\x07\x08'],
    ...[
      '\x01\0\x10\0',
      '\x75\x70',
      '../',
      '/',
      '\\',
      '.jpg',
      '.png',
      '__MACOSX/',
      '\xff\xff\xff\xff',
    ],
  ],
  run: (input) => {
    writeSync(fd, input, 0, input.length, 0);
    ftruncateSync(fd, input.length);
    return refusal(() => entries(input.length));
  },
};
