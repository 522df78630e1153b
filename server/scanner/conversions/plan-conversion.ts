import { join, posix } from 'node:path';

import type { JobContext } from '../../jobs/job-context.ts';
import { formatOf } from '../../media/formats/format-of.ts';
import { MediaError } from '../../media/media-error.ts';
import { recompressPage } from '../../media/recompress-page.ts';
import { isImagePage, type ImagePage } from '../../media/stored-page.ts';
import { decodePages } from '../../media/page-json.ts';
import { toLongPath } from '../../paths/windows-long-path.ts';
import type { ConversionFileRow, ConversionRow, PlannedConversion } from './conversion-store.ts';
import { findRemoved, type MarkedPages } from './removed-pages.ts';

/** Formats that are converted to CBZ. */
const packedFormats = ['cbr', 'cb7', 'cbt', 'folder'];
/** Number of pages that are recompressed to estimate the savings. */
const sampledPages = 3;
/** Minimum savings of recompression, as a fraction of the size. */
const minSaving = 0.1;

const withExtension = (path: string, format: string): string => {
  const { dir, name } = posix.parse(path);
  return posix.join(dir, `${name}.${format}`);
};

/** Estimates the size of all pages after recompression from a sample. */
const estimate = async (
  { root, pages: compression }: ConversionRow,
  file: ConversionFileRow,
  pages: readonly ImagePage[],
  context: Pick<JobContext, 'limits' | 'readers'>,
): Promise<number> => {
  const total = pages.reduce((sum, { file_size }) => sum + file_size, 0);
  if (!compression || pages.length === 0) return total;
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
  return before === 0 ? total : Math.round((total * after) / before);
};

/** The conversion of a file; null if it needs none. */
export const planConversionOf = async (
  conversion: ConversionRow,
  file: ConversionFileRow,
  context: Pick<JobContext, 'limits' | 'readers'>,
  marked: MarkedPages,
): Promise<PlannedConversion | null> => {
  const isFolder = file.format === 'folder';
  const { rule } = conversion;
  const isPacked = packedFormats.includes(file.format) && rule?.pack !== false;
  const isMisnamed =
    !isFolder && !isPacked && rule?.rename !== false && formatOf(file.path) !== file.format;
  const canShrink = conversion.pages !== null && file.format === 'cbz';
  const canLose = conversion.removed_pages !== null && (isPacked || file.format === 'cbz');
  if (!isPacked && !isMisnamed && !canShrink && !canLose) return null;
  const stored = decodePages(file.pages);
  const page_count = stored.length;
  const nothing = { action: null, to_path: null, to_size: null, page_count, removed: [] };
  const skip = (reason: string): PlannedConversion => ({ state: 'skipped', ...nothing, reason });
  if (file.missing_since !== null) return skip('The file is missing.');
  if (file.error !== null) return skip('The file cannot be read, so it is left as it is.');
  const minGain = rule?.pages ? rule.pages.least_gain / 100 : minSaving;
  let removed: number[] = [];
  try {
    if (canLose && conversion.removed_pages)
      removed = findRemoved(stored, marked, conversion.removed_pages);
  } catch (error) {
    if (error instanceof MediaError) return skip(error.message);
    throw error;
  }
  const pages = stored.filter((page, index) => isImagePage(page) && !removed.includes(index));
  const planned = { state: 'planned', reason: null, page_count, removed } as const;
  if (isPacked || canShrink || removed.length > 0) {
    const to_size = await estimate(conversion, file, pages.filter(isImagePage), context);
    const to_path = isFolder ? `${file.path}.cbz` : withExtension(file.path, 'cbz');
    if (isPacked || removed.length > 0 || to_size <= (1 - minGain) * file.file_size)
      return { ...planned, action: 'pack', to_path, to_size };
  }
  if (!isMisnamed) return null;
  const to_path = withExtension(file.path, file.format);
  return { ...planned, action: 'rename', to_path, to_size: file.file_size };
};
