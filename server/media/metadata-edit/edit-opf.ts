import { localNameOf } from '../epub/markup-parser.ts';
import { decodeXml } from '../comic-info/decode.ts';
import { authorRoleOf, readOpf } from '../epub/opf-metadata.ts';
import { readXml } from '../epub/xml.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import {
  type DocumentEdit,
  editDocument,
  type WritableField,
  type WritableMetadata,
} from './document-edit.ts';
import {
  attributeOfSpan,
  createOpfEditor,
  openPackageDocument,
  type OpfEditor,
} from './opf-editor.ts';
import { escapeXml } from '../../text/escape-xml.ts';
import { toUtf8, type XmlSpan } from './xml-spans.ts';

const plain = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Descriptions are HTML. */
const toHtml = (text: string): string => {
  const paragraphs = text.split(/\n+/).map(escapeXml);
  return paragraphs.length === 1 ? paragraphs.join('') : `<p>${paragraphs.join('</p><p>')}</p>`;
};

const setTitle = (editor: OpfEditor, title: string | null) => {
  const titles = editor.all('title');
  const refined = (span: XmlSpan, property: string) =>
    editor.refinements(span).filter((meta) => attributeOfSpan(meta, 'property') === property);
  const main =
    titles.find((span) =>
      refined(span, 'title-type').some((meta) => plain(editor.innerOf(meta)) === 'main'),
    ) ?? titles[0];
  // The sort key belongs to the former title.
  if (main) editor.remove(...refined(main, 'file-as'));
  editor.remove(...editor.property('calibre:title_sort'));
  editor.setOnly('title', title, main ? [main] : []);
};

const setAuthors = (editor: OpfEditor, authors: EmbeddedMetadata['authors']) => {
  const missing = new Map(authors.map((author) => [`${author.role}\0${author.name}`, author]));
  for (const span of [...editor.all('creator'), ...editor.all('contributor')]) {
    const code = editor
      .refinements(span)
      .find((meta) => attributeOfSpan(meta, 'property') === 'role');
    const fallback = localNameOf(span.name) === 'creator' ? 'writer' : 'contributor';
    const relator = code ? plain(editor.innerOf(code)) : attributeOfSpan(span, 'role');
    const role = authorRoleOf(relator, fallback);
    const name = plain(editor.innerOf(span));
    // The maker of the file is not an author of the book.
    if (role === null || /^calibre \(/.test(name)) continue;
    if (!missing.delete(`${role}\0${name}`)) editor.remove(span, ...editor.refinements(span));
  }
  for (const author of missing.values()) editor.add(...editor.person(author));
};

const setSeries = (
  editor: OpfEditor,
  { series, number }: Pick<EmbeddedMetadata, 'series' | 'number'>,
  isEpub3: boolean,
) => {
  for (const span of editor.all('meta')) {
    if (attributeOfSpan(span, 'property') !== 'belongs-to-collection') continue;
    const refined = editor.refinements(span);
    const isSeries = refined.some(
      (meta) =>
        attributeOfSpan(meta, 'property') === 'collection-type' &&
        plain(editor.innerOf(meta)) === 'series',
    );
    if (isSeries) editor.remove(span, ...refined);
  }
  editor.remove(...editor.property('calibre:series'), ...editor.property('calibre:series_index'));
  if (series === null) return;
  if (isEpub3) {
    const id = editor.freeId();
    const refines = `#${id}`;
    editor.add(editor.meta({ property: 'belongs-to-collection', id }, series));
    editor.add(editor.meta({ refines, property: 'collection-type' }, 'series'));
    if (number !== null)
      editor.add(editor.meta({ refines, property: 'group-position' }, String(number)));
  }
  // Most readers understand the form that calibre writes, also in EPUB 3.
  editor.add(editor.meta({ name: 'calibre:series', content: series }));
  if (number !== null)
    editor.add(editor.meta({ name: 'calibre:series_index', content: String(number) }));
};

const setIsbn = (editor: OpfEditor, isbn: string | null, root: XmlSpan) => {
  const unique = attributeOfSpan(root, 'unique-identifier');
  const present = editor.all('identifier').filter(
    (span) =>
      // Fonts are obfuscated by the unique identifier, so it stays.
      (unique === null || attributeOfSpan(span, 'id') !== unique) &&
      (attributeOfSpan(span, 'scheme')?.toLowerCase() === 'isbn' ||
        /^(?:urn:)?isbn|^97[89]/i.test(plain(editor.innerOf(span)))),
  );
  editor.remove(...present.flatMap((span) => [span, ...editor.refinements(span)]));
  if (isbn !== null) editor.add(editor.dc('identifier', `urn:isbn:${isbn}`));
};

const setDate = (editor: OpfEditor, date: string | null) => {
  const dates = editor.all('date');
  const published = dates.filter((span) =>
    /publication/i.test(attributeOfSpan(span, 'event') ?? ''),
  );
  editor.setOnly('date', date, published.length > 0 ? published : dates.slice(0, 1));
};

const setSubjects = (editor: OpfEditor, subjects: readonly string[]) => {
  const missing = new Set(subjects);
  for (const span of editor.all('subject')) {
    if (!missing.delete(plain(editor.innerOf(span))))
      editor.remove(span, ...editor.refinements(span));
  }
  for (const subject of missing) editor.add(editor.dc('subject', subject));
};

const rewriteOpf = (
  text: string,
  known: EmbeddedMetadata,
  wanted: WritableMetadata,
): Buffer | null => {
  const opf = openPackageDocument(text);
  if (!opf) return null;
  const editor = createOpfEditor(opf);
  const has = (...fields: WritableField[]) => fields.some((field) => field in wanted);
  const merged = { ...known, ...wanted };
  if (has('title')) setTitle(editor, merged.title);
  if (has('authors')) setAuthors(editor, merged.authors);
  if (has('series', 'number')) setSeries(editor, merged, opf.isEpub3);
  if (has('summary'))
    editor.setOnly('description', merged.summary === null ? null : toHtml(merged.summary));
  if (has('publisher')) editor.setOnly('publisher', merged.publisher);
  if (has('language')) editor.setOnly('language', merged.language);
  if (has('release_date')) setDate(editor, merged.release_date);
  if (has('genres', 'tags')) setSubjects(editor, [...merged.genres, ...merged.tags]);
  if (has('isbn')) setIsbn(editor, merged.isbn, opf.root);
  return toUtf8(editor.done());
};

const readMetadata = (bytes: Buffer): EmbeddedMetadata | null => {
  const document = readXml(bytes);
  return document?.complete === true ? readOpf(document.root).metadata : null;
};

/**
 * Edits the package document of an EPUB (OPF 2 and 3). Only the elements of changed fields are touched;
 * the unique identifier stays. `bytes` of the result is null for a document that cannot be read.
 */
export const editOpf = (bytes: Buffer, wanted: WritableMetadata): DocumentEdit => {
  const known = readMetadata(bytes);
  const text = decodeXml(bytes);
  if (!known)
    return { bytes: null, changes: [], unwritable: Object.keys(wanted) as WritableField[] };
  return editDocument(known, wanted, {
    rewrite: (fields) => rewriteOpf(text, known, fields),
    read: readMetadata,
  });
};
