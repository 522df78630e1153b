import { closeSync, fstatSync } from 'node:fs';
import { join } from 'node:path';

import { faultOfFile } from '../../media/media-error.ts';
import { openRegularSync } from '../../media/regular-file.ts';
import {
  maxSidecarBytes,
  parseSeriesJson,
  type SeriesSidecar,
} from '../../media/series-json/series-json.ts';
import { readFully } from '../../media/zip/read-fully.ts';

/** The series.json in a folder, or null if none is readable. Throws MediaError `unavailable`. */
export const readSidecar = (folder: string): SeriesSidecar | null => {
  let fd: number;
  try {
    fd = openRegularSync(join(folder, 'series.json'));
  } catch (error) {
    faultOfFile(error);
    return null;
  }
  try {
    const { size } = fstatSync(fd);
    return size > maxSidecarBytes ? null : parseSeriesJson(readFully(fd, 0, size));
  } catch (error) {
    faultOfFile(error);
    return null;
  } finally {
    closeSync(fd);
  }
};
