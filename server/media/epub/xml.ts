import { decodeXml } from '../comic-info/decode.ts';
import { createMarkupParser } from './markup-parser.ts';

/** An element of a small XML file, without its namespaces. */
export interface XmlElement {
  /** Local name, without prefix. */
  name: string;
  /** By name, including prefixes. */
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
}

export interface XmlDocument {
  root: XmlElement;
  /** False if the text ended before its root element did; such a file is read as far as it goes. */
  complete: boolean;
}

/** No real book exceeds these; deeper or later elements are left out. */
const maxDepth = 200;
const maxElements = 200_000;

const doctype = /<!DOCTYPE[^>[]*(\[[^\]]*\]\s*)?>/iy;
/** Entities other than those of XML. */
const namedEntity = /&(?!(?:amp|lt|gt|quot|apos);)([A-Za-z][A-Za-z0-9]*);/g;

/**
 * Converts a named HTML entity to numeric references, which XML knows; entities declared by the
 * book become empty.
 */
const numericEntity = (entity: string): string => {
  let text = '';
  const parser = createMarkupParser({ ontext: (data) => (text += data) });
  parser.end(entity);
  return text === entity
    ? ''
    : Array.from(text, (char) => `&#${char.codePointAt(0) ?? 0};`).join('');
};

/**
 * HTML has fewer entity names than this, and none longer; a text with more of them invents its own.
 */
const maxNames = 2500;
const maxNameLength = 31;

/** A document has at most one; searching for more would take quadratic time. */
const withoutDoctype = (text: string): string => {
  doctype.lastIndex = Math.max(0, text.search(/<!DOCTYPE/i));
  return text.replace(doctype, '');
};

/** Decodes an XML file in any encoding, without its document type and custom entities. */
export const xmlSource = (bytes: Buffer): string => {
  const known = new Map<string, string>();
  return withoutDoctype(decodeXml(bytes)).replace(namedEntity, (entity, name: string) => {
    const read = known.get(name);
    if (read !== undefined) return read;
    if (name.length > maxNameLength || known.size >= maxNames) return '';
    const numeric = numericEntity(entity);
    known.set(name, numeric);
    return numeric;
  });
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads a small XML file, well-formed or not. Returns null if it contains no element. */
export const readXml = (bytes: Buffer): XmlDocument | null => {
  const top: XmlElement = { name: '', attributes: {}, children: [] };
  const open: XmlElement[] = [top];
  let elements = 0;
  const parser = createMarkupParser(
    {
      onopentag: (name, attributes) => {
        const element = { name: localName(name), attributes, children: [] };
        elements += 1;
        if (open.length <= maxDepth && elements <= maxElements) open.at(-1)?.children.push(element);
        open.push(element);
      },
      onclosetag: () => void open.pop(),
      ontext: (text) => void open.at(-1)?.children.push(text),
    },
    { xmlMode: true },
  );
  parser.write(xmlSource(bytes));
  const complete = open.length === 1;
  parser.end();
  const root = elementsOf(top)[0];
  return root ? { root, complete } : null;
};

/** Child elements, filtered by name if given. */
export const elementsOf = (element: XmlElement | undefined, name?: string): XmlElement[] =>
  (element?.children ?? []).filter(
    (child): child is XmlElement =>
      typeof child !== 'string' && (name === undefined || child.name === name),
  );

/** All descendants of that name, in document order. */
export const descendantsOf = (element: XmlElement, name: string): XmlElement[] =>
  elementsOf(element).flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...descendantsOf(child, name),
  ]);

/** An attribute by local name; null if it is missing or empty. */
export const attributeOf = (element: XmlElement | undefined, name: string): string | null => {
  const attributes = element?.attributes ?? {};
  const key =
    name in attributes ? name : Object.keys(attributes).find((full) => localName(full) === name);
  return (key === undefined ? '' : attributes[key])?.trim() || null;
};

const rawText = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : rawText(child))).join('');

/** The text content with whitespace collapsed; null if there is none. */
export const textOf = (element: XmlElement | undefined): string | null =>
  (element ? rawText(element).replace(/\s+/g, ' ').trim() : '') || null;
