import { ftruncateSync, writeSync } from 'node:fs';

import { defaultLimits } from '../../server/media/limits.ts';
import { compareReaders } from '../../server/testing/compare-zip-readers.ts';
import { readWithYauzl } from '../../server/testing/second-zip-reader.ts';
import { openScratch } from '../scratch.ts';
import { must, type Target } from '../target.ts';
import { target as zip } from './zip.ts';

const fd = openScratch();
const most = 1024 * 1024;
const limits = { ...defaultLimits, archive_entries: 500, entry_bytes: most };

/**
 * Permitted differences: the form of an archive, and entries that only our reader reads, if their
 * checksum matches.
 */
const allowed =
  /^$|^(another archive of the file|only (yauzl|ours) refuses.*|yauzl refuses a content.*)$/;

/**
 * Reads the same archives with yauzl: entries that both understand must be identical, byte by byte.
 */
export const target: Target = {
  seeds: zip.seeds,
  tokens: zip.tokens,
  run: async (input) => {
    writeSync(fd, input, 0, input.length, 0);
    ftruncateSync(fd, input.length);
    const difference = compareReaders(fd, input.length, await readWithYauzl(input, most), limits);
    must(
      difference.split('; ').every((part) => allowed.test(part)),
      `both readers find the same, but: ${difference}`,
    );
    return difference.replace(/\d+/g, '');
  },
};
