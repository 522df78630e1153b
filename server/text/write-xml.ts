import XmlBuilder from 'fast-xml-builder';

/**
 * An XML element: `@` marks attributes, `#` its text, an array repeats the element, undefined is
 * omitted.
 */
export type XmlNode = {
  [name: string]: string | number | XmlNode | readonly XmlNode[] | undefined;
};

/** Serialises to UTF-8; characters that XML cannot represent, even escaped, are dropped. */
export const writeXml = (root: XmlNode): Buffer =>
  Buffer.from(
    builder.build({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, ...root }),
    'utf8',
  );

const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const clean = (_name: string, value: unknown): string => String(value).replace(forbidden, '');

const builder = new XmlBuilder({
  attributeNamePrefix: '@',
  textNodeName: '#',
  ignoreAttributes: false,
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
  tagValueProcessor: clean,
  attributeValueProcessor: clean,
});
