import { basename, extname } from 'node:path';

import { parseList } from '../comic-info/values.ts';
import { type EmbeddedMetadata, emptyMetadata, mergeMetadata } from '../metadata.ts';
import { toSearchKey } from '../../text/search-key.ts';
import type { PdfInfo } from './document.ts';

/** Titles that programs write automatically. */
const junkTitles = [
  /^(untitled|unbenannt|ohne titel|sans titre|sin t[ií]tulo|senza titolo|無題)\P{L}*$/iu,
  /^(title|titel|document|dokument|presentation|print|scan|image|slide|layout|unknown|none|n\/a)\P{L}*$/iu,
  /^(microsoft|powerpoint) /i,
  /^(https?:|file:|[a-z]:\\|\/)/i,
  /\.(docx?|rtf|od[tpg]|indd|qx[dp]|pdf|tex|dvi|e?ps|ai|cdr|pub|pptx?|xlsx?|psd|jpe?g|png|tiff?|html?|txt|fm|cb[zr]|zip|epub|mobi)$/i,
  /^[\da-f-]{16,}$/i,
  /^\P{L}*$/u,
];

const junkAuthors =
  /^(unknown|anonymous|admin|administrator|user|owner|author|none|default|n\/a)$|^https?:/i;

const clean = (text: string | null): string | null => {
  // eslint-disable-next-line no-control-regex -- Old producers end their strings with zeros.
  const cleaned = (text ?? '').replace(/[\u0000-\u001f\u007f\ufffd]+/g, ' ').trim();
  return cleaned === '' ? null : cleaned;
};

const titleOf = (text: string | null, path: string): string | null => {
  const title = clean(text);
  if (title === null || junkTitles.some((junk) => junk.test(title))) return null;
  // The file name is more informative, because the series and the number are parsed from it.
  return toSearchKey(title) === toSearchKey(basename(path, extname(path))) ? null : title;
};

/** "A; B", "A & B" and "A B, C D", but not "Family, Given". */
const namesOf = (text: string | null): string[] =>
  (clean(text) ?? '')
    .split(/;|&| and /)
    .flatMap((part) => {
      const names = part.split(',').map((name) => name.trim());
      return names.every((name) => name.includes(' ')) ? names : [part.trim()];
    })
    .filter((name) => name !== '' && !junkAuthors.test(name));

const fromInfo = ({ Title, Author, Subject, Keywords }: PdfInfo): EmbeddedMetadata => ({
  ...emptyMetadata,
  title: Title,
  authors: [{ name: Author, role: 'writer' }],
  summary: clean(Subject),
  tags: parseList(clean(Keywords)),
});

/** Drops empty and generated values; `path` is the file's. */
const withoutJunk = (known: EmbeddedMetadata, path: string): EmbeddedMetadata => ({
  ...known,
  title: titleOf(known.title, path),
  authors: known.authors.flatMap(({ name, role }) =>
    namesOf(name).map((person) => ({ name: person, role })),
  ),
});

/** Metadata of a PDF: its XMP if present, then its information dictionary. */
export const pdfMetadata = (
  info: PdfInfo,
  xmp: EmbeddedMetadata | null,
  path: string,
): EmbeddedMetadata =>
  mergeMetadata(withoutJunk(xmp ?? emptyMetadata, path), withoutJunk(fromInfo(info), path));
