import { localNameOf } from '../epub/markup-parser.ts';
import { escapeXml } from '../../text/escape-xml.ts';
import { getOwn } from '../../text/own-property.ts';
import {
  applySplices,
  indentOf,
  readSpans,
  type Splice,
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

export const attributeOfSpan = ({ attributes }: XmlSpan, name: string): string | null =>
  Object.entries(attributes)
    .find(([key]) => localNameOf(key) === name)?.[1]
    ?.trim() ?? null;

export interface OpenedOpf {
  text: string;
  root: XmlSpan;
  /** `metadata`, or the older `dc-metadata` inside it. */
  parent: XmlSpan & { inner: { start: number; end: number } };
  /** All elements of the metadata. */
  elements: XmlSpan[];
  isEpub3: boolean;
}

export const openPackageDocument = (text: string): OpenedOpf | null => {
  const root = readSpans(text);
  const metadata = root?.children.find(({ name }) => localNameOf(name) === 'metadata');
  if (!root || !metadata) return null;
  const nested = metadata.children.filter(({ name }) =>
    /^(dc|x)-metadata$/.test(localNameOf(name)),
  );
  const parent = nested.find(({ name }) => localNameOf(name) === 'dc-metadata') ?? metadata;
  if (parent.inner === null) return null;
  const elements = [metadata, ...nested].flatMap(({ children }) => children);
  const isEpub3 = /^3/.test(attributeOfSpan(root, 'version') ?? '');
  return { text, root, parent: { ...parent, inner: parent.inner }, elements, isEpub3 };
};

/** Collects the changes of one package document. */
export const createOpfEditor = (opf: OpenedOpf) => {
  const { text, root, parent, elements, isEpub3 } = opf;
  const splices: Splice[] = [];
  const removed = new Set<XmlSpan>();
  const added: string[] = [];
  const dcPrefix = /^(.*:)title$/i.exec(
    elements.find(({ name }) => localNameOf(name) === 'title' && name.includes(':'))?.name ?? '',
  )?.[1];
  const metaPrefix = /^(.*:)?package$/i.exec(root.name)?.[1] ?? '';
  const opfPrefix = [root, parent]
    .flatMap(({ attributes }) => Object.entries(attributes))
    .find(([key, value]) => key.startsWith('xmlns:') && value === opfNamespace)?.[0]
    .slice('xmlns:'.length);

  const innerOf = (span: XmlSpan): string =>
    span.inner ? text.slice(span.inner.start, span.inner.end) : '';
  const all = (name: string) =>
    elements.filter((span) => localNameOf(span.name) === name && !removed.has(span));
  const refinements = (span: XmlSpan) => {
    const id = attributeOfSpan(span, 'id');
    return id === null
      ? []
      : all('meta').filter((meta) => attributeOfSpan(meta, 'refines') === `#${id}`);
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
    const code = getOwn(relators, role);
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
    property: (name: string) =>
      all('meta').filter((span) => attributeOfSpan(span, 'name') === name),
    done: (): string => {
      const last = parent.children.at(-1);
      const indent = last ? indentOf(text, last.start) : '\n    ';
      const position = last?.end ?? parent.inner.start;
      const insert = added.map((element) => indent + element).join('');
      return applySplices(text, [...splices, { start: position, end: position, text: insert }]);
    },
  };
};
export type OpfEditor = ReturnType<typeof createOpfEditor>;
