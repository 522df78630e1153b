import { extname, parse } from 'node:path';

import { formatOf } from './format-of.ts';

const toEpub =
  'Octavo does not read this format. Convert the book to EPUB, for example with calibre.';
const toPdf = 'Octavo does not read this format. Convert the document to PDF.';
const toZip =
  'Octavo does not read ACE archives. Unpack it, and pack the pages into a ZIP archive.';
const licence =
  'This is not the book, but a licence to download it. Open it with the program of the shop that sold the book.';
const unfinished = 'This download has not finished. Finish it, or delete the file.';
const unpacked =
  'This is an unpacked EPUB. Pack the contents of the folder into a ZIP archive with a name that ends in .epub.';

/** For a file that a former version did not read. */
export const supportedSince = 'Octavo reads this format since its last update. Start a scan.';

const adviceByExtension: Record<string, string> = {
  ...Object.fromEntries(
    [
      ...['.azw1', '.azw4', '.kfx', '.kpf', '.tpz', '.pdb', '.lit', '.lrf', '.lrx', '.rb', '.snb'],
      ...['.tcr', '.chm', '.htmlz', '.txtz'],
      ...['.doc', '.docx', '.odt', '.rtf', '.ibooks'],
    ].map((extension) => [extension, toEpub]),
  ),
  '.djvu': toPdf,
  '.djv': toPdf,
  '.xps': toPdf,
  '.oxps': toPdf,
  '.cba': toZip,
  '.ace': toZip,
  '.acsm': licence,
  '.lcpl': licence,
};

/** Whether a folder of this name is an EPUB that was unpacked, as Apple's Books keeps them. */
export const hasNameOfEpub = (name: string): boolean => extname(name).toLowerCase() === '.epub';

/** Added by browsers and other programs to the name of a file until it is complete. */
const unfinishedExtensions = ['.part', '.crdownload'];

/**
 * The sentence for the owner of a file or folder, by its name, that looks like a comic or book but is in a format
 * that Octavo does not read; null for anything else. A folder is only one if its name ends in `.epub`.
 */
export const unsupportedAdvice = (path: string): string | null => {
  const extension = extname(path).toLowerCase();
  if (unfinishedExtensions.includes(extension)) {
    const whole = parse(path).name;
    return formatOf(whole) === null && unsupportedAdvice(whole) === null ? null : unfinished;
  }
  if (hasNameOfEpub(path)) return unpacked;
  return adviceByExtension[extension] ?? null;
};
