import { join, posix } from 'node:path';

import type { JobContext } from '../../jobs/job-context.ts';
import { formatOf } from '../../media/formats/format-of.ts';
import { MediaError } from '../../media/media-error.ts';
import { recompressPage } from '../../media/recompress-page.ts';
import { isImagePage, type ImagePage, type StoredPage } from '../../media/stored-page.ts';
import { toLongPath } from '../../paths/windows-long-path.ts';
import type { ConversionFileRow, ConversionRow, PlannedConversion } from './conversion-store.ts';

/** Formats that become CBZ. */
const packedFormats = ['cbr', 'cb7', 'cbt', 'folder'];
/** Pages that are compressed to estimate the gain. */
const sampledPages = 3;
/** The part of its size that recompression must save. */
const worthwhile = 0.1;

const withExtension = (path: string, format: string): string => {
  const { dir, name } = posix.parse(path);
  return posix.join(dir, `${name}.${format}`);
};

/** The size of all pages after recompression, from a few of them. */
const estimate = async (
  { root, pages: compression }: ConversionRow,
  file: ConversionFileRow,
  pages: readonly ImagePage[],
  context: Pick<JobContext, 'limits' | 'readers'>,
): Promise<number> => {
  const whole = pages.reduce((sum, { file_size }) => sum + file_size, 0);
  if (!compression || pages.length === 0) return whole;
  const { pages: source } = await context.readers();
  const step = pages.length / sampledPages;
  const indexes = Array.from({ length: sampledPages }, (_, sample) => Math.floor(sample * step));
  let [before, after] = [0, 0];
  for (const index of new Set(indexes)) {
    const page = pages[index];
    if (!page || page.error !== undefined) continue;
    try {
      const bytes = await source.read(toLongPath(join(root, file.path)), page);
      const smaller = await recompressPage(bytes, compression, context.limits);
      before += bytes.length;
      after += (smaller ?? bytes).length;
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
    }
  }
  return before === 0 ? whole : Math.round((whole * after) / before);
};

/** The conversion of a file; null if it needs none. */
export const planConversionOf = async (
  conversion: ConversionRow,
  file: ConversionFileRow,
  context: Pick<JobContext, 'limits' | 'readers'>,
): Promise<PlannedConversion | null> => {
  const isFolder = file.format === 'folder';
  const isPacked = packedFormats.includes(file.format);
  const isMisnamed = !isFolder && !isPacked && formatOf(file.path) !== file.format;
  const canShrink = conversion.pages !== null && file.format === 'cbz';
  if (!isPacked && !isMisnamed && !canShrink) return null;
  const nothing = { action: null, to_path: null, to_size: null };
  const skip = (reason: string): PlannedConversion => ({ state: 'skipped', ...nothing, reason });
  if (file.missing_since !== null) return skip('The file is missing.');
  if (file.error !== null) return skip('The file cannot be read, so it is left as it is.');
  const pages = (JSON.parse(file.pages) as StoredPage[]).filter(isImagePage);
  const planned = { state: 'planned', reason: null } as const;
  if (isPacked || canShrink) {
    const to_size = await estimate(conversion, file, pages, context);
    const to_path = isFolder ? `${file.path}.cbz` : withExtension(file.path, 'cbz');
    if (isPacked || to_size <= (1 - worthwhile) * file.file_size)
      return { ...planned, action: 'pack', to_path, to_size };
  }
  if (!isMisnamed) return null;
  const to_path = withExtension(file.path, file.format);
  return { ...planned, action: 'rename', to_path, to_size: file.file_size };
};
