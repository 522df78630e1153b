import type { TFunction } from 'i18next';

import { partsOf, type DownloadedBook } from './book-store.ts';

/** Why a download does not go on; null if it does, or is complete. */
export const stoppedText = (t: TFunction<'offline'>, download: DownloadedBook): string | null => {
  const { status, problem, pagesKept } = download;
  const counts = { kept: pagesKept, pages: partsOf(download) };
  if (status === 'paused') return t('status.paused', counts);
  if (status !== 'failed') return null;
  return t(problem === 'full' ? 'status.full' : 'status.server', counts);
};
