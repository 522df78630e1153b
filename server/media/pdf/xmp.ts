import { XMLParser } from 'fast-xml-parser';

import { isRecord } from '../../../shared/is-record.ts';
import { parseDate, parseIsbn, parseLanguage, parseNumber } from '../comic-info/values.ts';
import { decodeXml } from '../comic-info/decode.ts';
import { type EmbeddedMetadata, emptyMetadata } from '../metadata.ts';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
});

const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** The items of a bag, sequence or language alternative; a plain value counts as the only item. */
const itemsOf = (value: unknown): unknown[] => {
  if (!isRecord(value)) return asArray(value);
  const container = value['rdf:Bag'] ?? value['rdf:Seq'] ?? value['rdf:Alt'];
  return isRecord(container) ? asArray(container['rdf:li']) : [value];
};

const textOf = (value: unknown): string | null => {
  const content = isRecord(value) ? (value['#text'] ?? value['rdf:value']) : value;
  return typeof content === 'string' && content.trim() !== '' ? content.trim() : null;
};

const textsOf = (value: unknown): string[] =>
  itemsOf(value)
    .map(textOf)
    .filter((text) => text !== null);

/** The default-language value, otherwise the first. */
const defaultText = (value: unknown): string | null => {
  const items = itemsOf(value);
  const chosen = items.find((item) => isRecord(item) && item['xml:lang'] === 'x-default');
  return textOf(chosen ?? items[0]);
};

const dateOf = (text: string | null): string | null => {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(text ?? '') ?? [];
  return parseDate(parseNumber(year ?? null), parseNumber(month ?? null), parseNumber(day ?? null));
};

/** A bare number, or an identifier whose scheme is ISBN. */
const isbnOf = (properties: Record<string, unknown>): string | null =>
  [properties['prism:isbn'], ...itemsOf(properties['xmp:Identifier'])]
    .map((value) => parseIsbn(textOf(value)?.replace(/^(urn:)?isbn:?/i, '') ?? null))
    .find((isbn) => isbn !== null) ?? null;

/**
 * The properties of the document, which can be split over several descriptions; null if this is not
 * XMP.
 */
const propertiesOf = (xml: string): Record<string, unknown> | null => {
  // XMP needs no document type; rejecting it blocks entity expansion attacks.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) return null;
  try {
    const document = parser.parse(xml) as Record<string, unknown>;
    const meta = document['x:xmpmeta'] ?? document['x:xapmeta'] ?? document;
    const rdf = isRecord(meta) ? meta['rdf:RDF'] : null;
    if (!isRecord(rdf)) return null;
    return Object.assign({}, ...asArray(rdf['rdf:Description']).filter(isRecord)) as Record<
      string,
      unknown
    >;
  } catch {
    return null;
  }
};

/**
 * Parses XMP: Dublin Core, PRISM for magazines, and calibre's series. Returns null if it is
 * invalid; never throws. Ignores `xmp:CreateDate`, because the creation of the PDF is not the
 * release of the book.
 */
export const parseXmp = (bytes: Buffer): EmbeddedMetadata | null => {
  const properties = propertiesOf(decodeXml(bytes));
  if (properties === null) return null;
  const text = (name: string) => defaultText(properties[name]);
  const series = properties['calibre:series'];
  const index = isRecord(series) ? textOf(series['calibreSI:series_index']) : null;
  return {
    ...emptyMetadata,
    title: text('dc:title'),
    series: textOf(series) ?? text('prism:publicationName'),
    number: parseNumber(index ?? text('prism:number')),
    volume: parseNumber(text('prism:volume')),
    release_date: dateOf(
      text('prism:publicationDate') ?? text('prism:coverDate') ?? text('dc:date'),
    ),
    language: parseLanguage(text('dc:language')),
    summary: text('dc:description'),
    authors: textsOf(properties['dc:creator']).map((name) => ({ name, role: 'writer' })),
    publisher: text('dc:publisher'),
    tags: textsOf(properties['dc:subject']),
    isbn: isbnOf(properties),
  };
};

const begin = Buffer.from('<?xpacket begin');
const end = Buffer.from('<?xpacket end');
/** Images on the pages can contain XMP of their own; the document's mentions PDF or a catalogue. */
const ofDocument = /ns\.adobe\.com\/pdf\/|application\/pdf|calibre-ebook|prismstandard/;

/** The last XMP packet of the document in a part of a PDF: an updated file appends the new one. */
export const findXmp = (bytes: Buffer): Buffer | null => {
  for (
    let offset = bytes.lastIndexOf(begin);
    offset >= 0;
    offset = bytes.lastIndexOf(begin, offset - 1)
  ) {
    const stop = bytes.indexOf(end, offset);
    const packet = stop < 0 ? null : bytes.subarray(bytes.indexOf('?>', offset) + 2, stop);
    if (packet && ofDocument.test(packet.toString('latin1'))) return packet;
    if (offset === 0) break;
  }
  return null;
};
