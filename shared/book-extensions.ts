import type { BookFormat } from './api/book-record.ts';

export const formatOfExtension: Readonly<Record<string, BookFormat>> = {
  '.cbz': 'cbz',
  '.zip': 'cbz',
  '.cbr': 'cbr',
  '.rar': 'cbr',
  '.cb7': 'cb7',
  '.7z': 'cb7',
  '.cbt': 'cbt',
  '.tar': 'cbt',
  '.epub': 'epub',
  '.mobi': 'mobi',
  '.azw': 'mobi',
  '.azw3': 'mobi',
  '.prc': 'mobi',
  '.fb2': 'fb2',
  '.fbz': 'fb2',
  '.pdf': 'pdf',
};

/** Without the dot, for file dialogs. */
export const bookExtensions = Object.keys(formatOfExtension).map((extension) => extension.slice(1));
