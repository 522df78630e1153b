import { XMLParser } from 'fast-xml-parser';

import { isRecord } from '../../../shared/is-record.ts';
import { decodeXml } from './decode.ts';
import { toWellFormed } from './well-formed.ts';

// Shared by all files, because creating a parser costs as much as parsing a small file. It keeps no
// state between documents.
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  transformTagName: (name: string) => name.toLowerCase(),
  transformAttributeName: (name: string) => name.toLowerCase(),
  // oxlint-disable-next-line typescript/no-deprecated -- its successor is an object for each parser
  htmlEntities: true,
});

/** An element: its children and attributes by their names in lower case, its text as `#text`. */
export type XmlRecord = Record<string, unknown>;

/**
 * The root element of a metadata document (in any encoding and letter case) if it has this name, in
 * lower case; null for any other file, one that is cut off, or one with a document type.
 */
export const readRoot = (bytes: Buffer, name: string): XmlRecord | null => {
  const xml = decodeXml(bytes);
  // Metadata needs no document type; rejecting it blocks entity expansion attacks.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) return null;
  // The parser silently accepts truncated files.
  const wellFormed = toWellFormed(xml);
  if (wellFormed === null) return null;
  try {
    const document: unknown = parser.parse(wellFormed);
    return isRecord(document) ? childOf(document, name) : null;
  } catch {
    return null;
  }
};

/** The first child of this name that has attributes or children. */
export const childOf = (element: XmlRecord | null, name: string): XmlRecord | null =>
  childrenOf(element, name).find(isRecord) ?? null;

/** All children of this name; those of mere text are strings. */
export const childrenOf = (element: XmlRecord | null, name: string): unknown[] => {
  const value = element?.[name];
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
};

/** The text of an element, trimmed; null if it has none. */
export const elementText = (element: unknown): string | null => {
  const content = isRecord(element) ? element['#text'] : element;
  return typeof content === 'string' && content.trim() !== '' ? content.trim() : null;
};

/** The texts of all children of this name. */
export const textsOf = (element: XmlRecord | null, name: string): string[] => [
  ...new Set(childrenOf(element, name).flatMap((child) => elementText(child) ?? [])),
];

/** Children of this name with attributes or children. */
export const childRecords = (element: XmlRecord | null, name: string): XmlRecord[] =>
  childrenOf(element, name).filter(isRecord);
