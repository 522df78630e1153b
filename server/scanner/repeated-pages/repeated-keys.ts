import { hash } from 'node:crypto';

import type { StoredPage } from '../../media/stored-page.ts';

/** The part of an archive's directory that depends on the content of a page. */
export const keyOfPage = ({ crc32, file_size }: { crc32: number; file_size: number }): string =>
  `${crc32}:${file_size}`;

/** Identifies the content of a page. A removed page must have the same key as the marked one. */
export const hashOfPage = (bytes: Uint8Array): string => hash('sha256', bytes);

/** The keys of the pages of a book in their order; null for pages without a checksum. */
export const keysOfPages = (pages: readonly StoredPage[]): (string | null)[] =>
  pages.map((page) =>
    'crc32' in page && page.source !== 'text' && page.error === undefined && page.crc32 !== 0
      ? keyOfPage(page)
      : null,
  );
