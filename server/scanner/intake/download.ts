import { basename, extname } from 'node:path';

import { formatOf } from '../../media/formats/format-of.ts';
import type { ComparedFile } from './compare-books.ts';

/** A file of an intake folder with its metadata. */
export interface Download extends ComparedFile {
  path: string;
  file_modified_ms: number;
  fingerprint: string | null;
  number: number | null;
  volume: number | null;
  chapter: number | null;
  details: DownloadDetails;
  /** The series by the metadata and by the file name, with the year in the file name. */
  named: { metadata: string | null; file_name: string | null; year: number | null };
}

export interface DownloadDetails {
  title: string | null;
  year: number | null;
  publisher: string | null;
  language: string | null;
}

/** The page of median area; null if no size is known. */
export const medianSize = (
  pages: readonly { width: number | null; height: number | null }[],
): { width: number; height: number } | null => {
  const sizes = pages.flatMap(({ width, height }) =>
    width === null || height === null ? [] : [{ width, height }],
  );
  sizes.sort((a, b) => a.width * a.height - b.width * b.height);
  return sizes[Math.floor(sizes.length / 2)] ?? null;
};

/** The extension by content, which corrects a wrong one. */
export const extensionFor = ({ path, format }: Pick<Download, 'path' | 'format'>): string => {
  const given = extname(path).toLowerCase();
  return formatOf(path) === format ? given : `.${format}`;
};

/** The name of a file without its extension. */
export const stemOfDownload = (path: string): string => basename(path, extname(path));
