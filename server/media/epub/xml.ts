import { decodeXml } from '../comic-info/decode.ts';
import { createMarkupParser } from './markup-parser.ts';

/** An element of a small XML file, without its namespaces. */
export interface XmlElement {
  /** Without prefix. */
  name: string;
  /** With their prefixes. */
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
}

export interface XmlDocument {
  root: XmlElement;
  /** Whether the text ended where its root did; what is cut off is read as far as it goes. */
  complete: boolean;
}

/** Beyond these no book has anything to say; what lies deeper or behind is left out. */
const maxDepth = 200;
const maxElements = 200_000;

const doctype = /<!DOCTYPE[^>[]*(\[[^\]]*\]\s*)?>/iy;
const namedEntity = /&([A-Za-z][A-Za-z0-9]*);/g;
const xmlEntities = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

/** A named character of HTML as the numbers that XML knows; entities that a book declares itself are nothing. */
const numericEntity = (entity: string): string => {
  let text = '';
  const parser = createMarkupParser({ ontext: (data) => (text += data) });
  parser.end(entity);
  return text === entity
    ? ''
    : Array.from(text, (char) => `&#${char.codePointAt(0) ?? 0};`).join('');
};

/** There is one at most; looking for more takes as long as the square of the text. */
const withoutDoctype = (text: string): string => {
  doctype.lastIndex = Math.max(0, text.search(/<!DOCTYPE/i));
  return text.replace(doctype, '');
};

/** The text of an XML file in whatever encoding, without document type and without entities of its own. */
export const xmlSource = (bytes: Buffer): string => {
  const known = new Map<string, string>();
  return withoutDoctype(decodeXml(bytes)).replace(namedEntity, (entity, name: string) => {
    if (xmlEntities.has(name)) return entity;
    const numeric = known.get(name) ?? numericEntity(entity);
    known.set(name, numeric);
    return numeric;
  });
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads a small XML file, well-formed or not. Null when it holds no element at all. */
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

/** Child elements, of one name where it is given. */
export const elementsOf = (element: XmlElement | undefined, name?: string): XmlElement[] =>
  (element?.children ?? []).filter(
    (child): child is XmlElement =>
      typeof child !== 'string' && (name === undefined || child.name === name),
  );

/** All elements of a name below this one, in the order of the text. */
export const descendantsOf = (element: XmlElement, name: string): XmlElement[] =>
  elementsOf(element).flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...descendantsOf(child, name),
  ]);

/** An attribute by its name without prefix; null where it is missing or empty. */
export const attributeOf = (element: XmlElement | undefined, name: string): string | null => {
  const attributes = element?.attributes ?? {};
  const key =
    name in attributes ? name : Object.keys(attributes).find((full) => localName(full) === name);
  return (key === undefined ? '' : attributes[key])?.trim() || null;
};

const rawText = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : rawText(child))).join('');

/** The text inside, blanks collapsed; null where there is none. */
export const textOf = (element: XmlElement | undefined): string | null =>
  (element ? rawText(element).replace(/\s+/g, ' ').trim() : '') || null;
