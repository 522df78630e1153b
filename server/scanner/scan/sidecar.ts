import { closeSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';

import {
  maxSidecarBytes,
  parseSeriesJson,
  type SeriesSidecar,
} from '../../media/series-json/series-json.ts';
import { readFully } from '../../media/zip/read-fully.ts';

/** The series.json in a folder, or null if none is readable. */
export const readSidecar = (folder: string): SeriesSidecar | null => {
  let fd: number;
  try {
    fd = openSync(join(folder, 'series.json'), 'r');
  } catch {
    return null;
  }
  try {
    const { size } = fstatSync(fd);
    return size > maxSidecarBytes ? null : parseSeriesJson(readFully(fd, 0, size));
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
};
