import type { FullBook } from '../../../shared/api/books.ts';
import { getBook, getBookFile } from '../../../shared/api/books.ts';
import {
  getManifest,
  getPositions,
  type PublicationLink,
  type PublicationManifest,
} from '../../../shared/api/epub.ts';
import { getFontFile, listFonts } from '../../../shared/api/fonts.ts';
import { getHealth } from '../../../shared/api/system.ts';
import { endpointUrl } from '../../../shared/client.ts';
import { isWebPage } from '../../worker/is-web-page.ts';
import { basePath } from '../api/base-path.ts';
import { api } from '../api/client.ts';
import { isText } from '../features/book/readable.ts';
import { type DownloadedDocument, sizeOfFile, writeFile } from './book-store.ts';

/** Paths of the files of an EPUB, without fragments and without the base path. */
export const filesOf = ({
  readingOrder,
  resources,
}: Pick<PublicationManifest, 'readingOrder' | 'resources'>): string[] => {
  const pathOf = ({ href }: PublicationLink): string => {
    const [path = ''] = href.split('#');
    return basePath !== '' && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
  };
  return [...new Set([...readingOrder, ...resources].map(pathOf))].filter((path) =>
    path.startsWith('/api/'),
  );
};

/** The data needed to read a text or PDF without the server; null for a book of page images. */
export const loadDocument = async (
  id: string,
): Promise<{ book: FullBook; document: DownloadedDocument } | null> => {
  const params = { id };
  const book = await api.call(getBook, { params });
  if (isText(book)) {
    const [manifest, positions] = await Promise.all([
      api.call(getManifest, { params }),
      api.call(getPositions, { params }),
    ]);
    const files = filesOf(manifest);
    return {
      book,
      document: { kind: 'text', manifest, positions, files, total: positions.total },
    };
  }
  if (book.format !== 'pdf') return null;
  const { metadata } = await api.call(getManifest, { params });
  if (metadata.accessibility?.accessMode.includes('textual') !== true) return null;
  const files = [endpointUrl(getBookFile, { params })];
  return { book, document: { kind: 'pdf', files, total: book.page_count } };
};

/** @throws for an error, and for the page of a proxy that wants a sign-in, which can count as success */
export const refuseSignInPage = async (response: Response, signal: AbortSignal): Promise<void> => {
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  // A part of a book can be a page, too.
  if (isWebPage(response)) await api.call(getHealth, { signal });
};

/** Downloads a file with its headers, unless it is here. Returns its size. A redirect leads to the sign-in of a proxy. */
export const downloadFile = async (path: string, signal: AbortSignal): Promise<number> => {
  const before = await sizeOfFile(path);
  if (before !== null) return before;
  const response = await fetch(basePath + path, { signal, redirect: 'error' });
  await refuseSignInPage(response, signal);
  await writeFile(path, response);
  return (await sizeOfFile(path)) ?? 0;
};

/** Bytes of the household's fonts that are kept; further ones are left out. */
const maxKeptFontBytes = 24 * 1024 * 1024;

/**
 * Downloads the fonts that the household added, for all EPUBs together. They stay until all
 * downloads are removed. A font that cannot be downloaded does not matter, because the text falls
 * back to another one.
 */
export const downloadFonts = async (signal: AbortSignal): Promise<void> => {
  const { fonts } = await api.call(listFonts, { signal });
  let bytes = 0;
  const kept = fonts.filter(({ file_size }) => (bytes += file_size) <= maxKeptFontBytes);
  for (const { id } of kept)
    await downloadFile(endpointUrl(getFontFile, { params: { id } }), signal);
  await writeFile(endpointUrl(listFonts), Response.json({ fonts: kept }));
};

/**
 * Downloads what pdf.js loads besides the app: fonts, character maps and decoders, 4 MB for all PDFs
 * together. They stay until all downloads are removed. No-op in development.
 */
export const downloadPdfFiles = async (signal: AbortSignal): Promise<void> => {
  const { pdfFilesFolder } = await import('../readers/pdf/pdf-js.ts');
  const response = await fetch(`${basePath}${pdfFilesFolder}/files.json`, { signal });
  if (!(response.headers.get('content-type') ?? '').includes('json')) return;
  for (const name of (await response.json()) as string[]) {
    await downloadFile(`${pdfFilesFolder}/${name}`, signal);
  }
};
