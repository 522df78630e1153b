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
  applySplices,
  escapeXml,
  indentOf,
  readSpans,
  type Splice,
  toUtf8,
  withIndent,
  type XmlSpan,
} from './xml-spans.ts';

/** The MARC relators (loc.gov/marc/relators) of roles, as EPUB and calibre use them. */
const relators: Readonly<Record<string, string>> = {
  writer: 'aut',
  penciller: 'art',
  inker: 'ink',
  colorist: 'clr',
  letterer: 'ltr',
  cover: 'cov',
  editor: 'edt',
  translator: 'trl',
  narrator: 'nrt',
};
/** People who are contributors; all others are creators. */
const contributorRoles = new Set(['editor', 'translator', 'narrator', 'contributor']);

const dcNamespace = 'http://purl.org/dc/elements/1.1/';
const opfNamespace = 'http://www.idpf.org/2007/opf';

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();
const attribute = ({ attributes }: XmlSpan, name: string): string | null =>
  Object.entries(attributes)
    .find(([key]) => localName(key) === name)?.[1]
    ?.trim() ?? null;

interface Opf {
  text: string;
  root: XmlSpan;
  /** `metadata`, or the older `dc-metadata` inside it. */
  parent: XmlSpan & { inner: { start: number; end: number } };
  /** All elements of the metadata. */
  elements: XmlSpan[];
  isEpub3: boolean;
}

const openOpf = (text: string): Opf | null => {
  const root = readSpans(text);
  const metadata = root?.children.find(({ name }) => localName(name) === 'metadata');
  if (!root || !metadata) return null;
  const nested = metadata.children.filter(({ name }) => /^(dc|x)-metadata$/.test(localName(name)));
  const parent = nested.find(({ name }) => localName(name) === 'dc-metadata') ?? metadata;
  if (parent.inner === null) return null;
  const elements = [metadata, ...nested].flatMap(({ children }) => children);
  const isEpub3 = /^3/.test(attribute(root, 'version') ?? '');
  return { text, root, parent: { ...parent, inner: parent.inner }, elements, isEpub3 };
};

/** Collects the changes of one package document. */
const createEditor = (opf: Opf) => {
  const { text, root, parent, elements, isEpub3 } = opf;
  const splices: Splice[] = [];
  const removed = new Set<XmlSpan>();
  const added: string[] = [];
  const dcPrefix = /^(.*:)title$/i.exec(
    elements.find(({ name }) => localName(name) === 'title' && name.includes(':'))?.name ?? '',
  )?.[1];
  const metaPrefix = /^(.*:)?package$/i.exec(root.name)?.[1] ?? '';
  const opfPrefix = [root, parent]
    .flatMap(({ attributes }) => Object.entries(attributes))
    .find(([key, value]) => key.startsWith('xmlns:') && value === opfNamespace)?.[0]
    .slice('xmlns:'.length);

  const innerOf = (span: XmlSpan): string =>
    span.inner ? text.slice(span.inner.start, span.inner.end) : '';
  const all = (name: string) =>
    elements.filter((span) => localName(span.name) === name && !removed.has(span));
  const refinements = (span: XmlSpan) => {
    const id = attribute(span, 'id');
    return id === null ? [] : all('meta').filter((meta) => attribute(meta, 'refines') === `#${id}`);
  };
  const remove = (...spans: XmlSpan[]) => {
    for (const span of spans) {
      if (removed.has(span)) continue;
      removed.add(span);
      splices.push({ ...withIndent(text, span), text: '' });
    }
  };
  const usedIds = new Set(text.match(/\bid\s*=\s*["'][^"']*["']/g) ?? []);
  let counter = 0;
  const freeId = (): string => {
    let id: string;
    do id = `octavo-${(counter += 1)}`;
    while (usedIds.has(`id="${id}"`));
    return id;
  };
  const dc = (name: string, content: string, attributes = ''): string => {
    const tag = `${dcPrefix ?? 'dc:'}${name}`;
    const declared = dcPrefix === undefined ? ` xmlns:dc="${dcNamespace}"` : '';
    return `<${tag}${declared}${attributes}>${escapeXml(content)}</${tag}>`;
  };
  const meta = (attributes: Record<string, string>, content?: string): string => {
    const tag = `${metaPrefix}meta`;
    const written = Object.entries(attributes).map(
      ([key, value]) => ` ${key}="${escapeXml(value)}"`,
    );
    return content === undefined
      ? `<${tag}${written.join('')}/>`
      : `<${tag}${written.join('')}>${escapeXml(content)}</${tag}>`;
  };
  /** A Dublin Core element with its role. */
  const person = ({ name, role }: { name: string; role: string }): string[] => {
    const element = contributorRoles.has(role) ? 'contributor' : 'creator';
    const code = relators[role];
    if (code === undefined) return [dc(element, name)];
    if (!isEpub3) {
      const prefix = opfPrefix ?? 'opf';
      const declared = opfPrefix === undefined ? ` xmlns:opf="${opfNamespace}"` : '';
      return [dc(element, name, `${declared} ${prefix}:role="${code}"`)];
    }
    const id = freeId();
    return [
      dc(element, name, ` id="${id}"`),
      meta({ refines: `#${id}`, property: 'role', scheme: 'marc:relators' }, code),
    ];
  };
  const setText = (span: XmlSpan, content: string) => {
    const { name, start, inner, end } = span;
    if (inner) splices.push({ ...inner, text: escapeXml(content) });
    else {
      const tag = text.slice(start, end).replace(/\s*\/>$/, '>');
      splices.push({ start, end, text: `${tag}${escapeXml(content)}</${name}>` });
    }
  };
  return {
    ...{ all, refinements, remove, innerOf, dc, meta, person, setText, freeId },
    add: (...written: string[]) => added.push(...written),
    /** The only element of that name; null removes it. */
    setOnly: (name: string, content: string | null, present = all(name)) => {
      const [first, ...others] = present;
      remove(...others);
      if (content === null) {
        if (first) remove(first, ...refinements(first));
      } else if (first) setText(first, content);
      else added.push(dc(name, content));
    },
    property: (name: string) => all('meta').filter((span) => attribute(span, 'name') === name),
    done: (): string => {
      const last = parent.children.at(-1);
      const indent = last ? indentOf(text, last.start) : '\n    ';
      const position = last?.end ?? parent.inner.start;
      const insert = added.map((element) => indent + element).join('');
      return applySplices(text, [...splices, { start: position, end: position, text: insert }]);
    },
  };
};
type Editor = ReturnType<typeof createEditor>;

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

const setTitle = (editor: Editor, title: string | null) => {
  const titles = editor.all('title');
  const refined = (span: XmlSpan, property: string) =>
    editor.refinements(span).filter((meta) => attribute(meta, 'property') === property);
  const main =
    titles.find((span) =>
      refined(span, 'title-type').some((meta) => plain(editor.innerOf(meta)) === 'main'),
    ) ?? titles[0];
  // What was sorted by belongs to the former title.
  if (main) editor.remove(...refined(main, 'file-as'));
  editor.remove(...editor.property('calibre:title_sort'));
  editor.setOnly('title', title, main ? [main] : []);
};

const setAuthors = (editor: Editor, authors: EmbeddedMetadata['authors']) => {
  const missing = new Map(authors.map((author) => [`${author.role}\0${author.name}`, author]));
  for (const span of [...editor.all('creator'), ...editor.all('contributor')]) {
    const code = editor.refinements(span).find((meta) => attribute(meta, 'property') === 'role');
    const fallback = localName(span.name) === 'creator' ? 'writer' : 'contributor';
    const relator = code ? plain(editor.innerOf(code)) : attribute(span, 'role');
    const role = authorRoleOf(relator, fallback);
    const name = plain(editor.innerOf(span));
    // Who made the file is no author of the book.
    if (role === null || /^calibre \(/.test(name)) continue;
    if (!missing.delete(`${role}\0${name}`)) editor.remove(span, ...editor.refinements(span));
  }
  for (const author of missing.values()) editor.add(...editor.person(author));
};

const setSeries = (
  editor: Editor,
  { series, number }: Pick<EmbeddedMetadata, 'series' | 'number'>,
  isEpub3: boolean,
) => {
  for (const span of editor.all('meta')) {
    if (attribute(span, 'property') !== 'belongs-to-collection') continue;
    const refined = editor.refinements(span);
    const isSeries = refined.some(
      (meta) =>
        attribute(meta, 'property') === 'collection-type' &&
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
  // What calibre writes is what most readers understand, also in EPUB 3.
  editor.add(editor.meta({ name: 'calibre:series', content: series }));
  if (number !== null)
    editor.add(editor.meta({ name: 'calibre:series_index', content: String(number) }));
};

const setIsbn = (editor: Editor, isbn: string | null, root: XmlSpan) => {
  const unique = attribute(root, 'unique-identifier');
  const present = editor.all('identifier').filter(
    (span) =>
      // Fonts are obfuscated by the unique identifier, so it stays.
      (unique === null || attribute(span, 'id') !== unique) &&
      (attribute(span, 'scheme')?.toLowerCase() === 'isbn' ||
        /^(?:urn:)?isbn|^97[89]/i.test(plain(editor.innerOf(span)))),
  );
  editor.remove(...present.flatMap((span) => [span, ...editor.refinements(span)]));
  if (isbn !== null) editor.add(editor.dc('identifier', `urn:isbn:${isbn}`));
};

const setDate = (editor: Editor, date: string | null) => {
  const dates = editor.all('date');
  const published = dates.filter((span) => /publication/i.test(attribute(span, 'event') ?? ''));
  editor.setOnly('date', date, published.length > 0 ? published : dates.slice(0, 1));
};

const setSubjects = (editor: Editor, subjects: readonly string[]) => {
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
  const opf = openOpf(text);
  if (!opf) return null;
  const editor = createEditor(opf);
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
