import type { ContentsEntry, DerivedFile } from '../derived-epub/derived-book.ts';
import { plainText } from '../epub/plain-text.ts';
import { sanitize } from '../epub/sanitize.ts';
import { damagedMobi, firstAbove } from './bytes.ts';
import { contentsOf, readPoints } from './contents.ts';
import type { MobiHeader } from './mobi-header.ts';
import type { PalmDatabase } from './palm-database.ts';
import type { MobiResources } from './resources.ts';

const pageBreak = /<(?:mbp:)?pagebreak\b[^<>]*>(?:\s*<\/(?:mbp:)?pagebreak>)?/gi;
const filepos = /\bfilepos\s*=\s*["']?0*(\d{1,10})["']?/gi;
const image = /\brecindex\s*=\s*["']?0*(\d{1,6})["']?/gi;
/** Elements that the text has once, around all of its parts, and those of Amazon alone. */
const wrapper =
  /<\/?(?:html|head|body|guide|reference|mbp:[a-z]+)\b[^<>]*>|<title\b[^<>]*>[^<]*<\/title>/gi;
const block = /<(p|div|blockquote)\b([^<>]*)>/gi;
const maxParts = 20_000;
const maxAnchors = 500_000;

/** A part of the text between two page breaks; offsets in the whole text, in which a character is a byte. */
interface Part {
  name: string;
  start: number;
  end: number;
}

/** Content that deserves a part of its own. */
const isEmpty = (markup: string): boolean =>
  !/<(img|svg|hr)\b/i.test(markup) && !/[^\s\xa0]/.test(markup.replace(/<[^>]*>|&nbsp;/gi, ''));

const splitParts = (text: string): Part[] => {
  const parts: Part[] = [];
  let start = 0;
  const add = (end: number, next: number) => {
    // An empty part belongs to the one after it, so that links into it keep their target.
    if (isEmpty(text.slice(start, end)) && next < text.length) return;
    if (parts.length === maxParts) throw damagedMobi();
    const name = `part${String(parts.length + 1).padStart(4, '0')}.xhtml`;
    parts.push({ name, start, end });
    start = next;
  };
  for (const { index, 0: found } of text.matchAll(pageBreak)) add(index, index + found.length);
  if (start < text.length || parts.length === 0) add(text.length, text.length);
  return parts;
};

/** The offset itself, or the start of the tag around it. */
const outsideOfTag = (text: string, offset: number): number => {
  const before = text.slice(Math.max(0, offset - 4096), offset);
  const opened = before.lastIndexOf('<');
  return opened > before.lastIndexOf('>') ? offset - before.length + opened : offset;
};

/** MOBI 6 writes margins and indents as sizes of the paragraph. */
const withMargins = (tag: string, name: string, attributes: string): string => {
  const sizeOf = (attribute: string) =>
    new RegExp(`\\b${attribute}\\s*=\\s*["']?(-?[\\d.]+(?:em|pt|px|%)?)`, 'i').exec(
      attributes,
    )?.[1];
  const [top, indent] = [sizeOf('height'), sizeOf('width')];
  if (top === undefined && indent === undefined) return tag;
  const withUnit = (size: string) => (/\d$/.test(size) ? `${size}px` : size);
  const style = [
    ...(top === undefined ? [] : [`margin-top: ${withUnit(top)}`]),
    ...(indent === undefined ? [] : [`text-indent: ${withUnit(indent)}`]),
  ].join('; ');
  const others = attributes.replace(/\b(height|width)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, '');
  return `<${name} style="${style}"${others.replace(/^(?=\S)/, ' ')}>`;
};

/** The texts and contents of a MOBI 6, which is a single HTML file. Throws MediaError. */
export const openMobi6 = (
  database: PalmDatabase,
  header: MobiHeader,
  { text: bytes, resources }: { text: Buffer; resources: MobiResources },
) => {
  const { encoding } = header;
  const text = bytes.toString('latin1');
  const parts = splitParts(text);
  const points = readPoints(database, header.contents);
  const ends = parts.map(({ end }) => end);
  /** A link to a page break leads behind it. */
  const partAt = (offset: number): Part | undefined =>
    offset < text.length ? parts[firstAbove(ends, offset)] : undefined;
  const offsets = [
    ...Array.from(text.matchAll(filepos), ([, digits]) => Number(digits)),
    ...points.flatMap(({ offset }) => offset ?? []),
  ];
  if (offsets.length > maxAnchors) throw damagedMobi();
  const targets = Map.groupBy(
    [...new Set(offsets)].sort((a, b) => a - b),
    (offset) => partAt(offset),
  );
  const hrefTo = (offset: number): string | null => {
    const part = partAt(offset);
    return part === undefined ? null : `${part.name}#at${offset}`;
  };

  /** The markup of a part with anchors at the targets in it. */
  const withAnchors = (part: Part): string => {
    let markup = '';
    let done = part.start;
    for (const offset of targets.get(part) ?? []) {
      const place = Math.max(done, outsideOfTag(text, offset));
      markup += `${text.slice(done, place)}<a id="at${offset}"></a>`;
      done = place;
    }
    return markup + text.slice(done, part.end);
  };

  const decode = (markup: string) =>
    new TextDecoder(encoding).decode(Buffer.from(markup, 'latin1'));

  const markupOf = (part: Part): Promise<string> => {
    const body = decode(withAnchors(part))
      .replace(wrapper, '')
      .replace(filepos, (_, digits: string) => `href="${hrefTo(Number(digits)) ?? ''}"`)
      .replace(image, (_, digits: string) => `src="${resources.nameOf(Number(digits) - 1) ?? ''}"`)
      .replace(block, withMargins);
    const source = `<html><head><title></title><style>p { margin: 0 }</style></head><body>${body}</body></html>`;
    return sanitize(Buffer.from(source), { path: part.name, html: true });
  };

  /** The links of the page that the book names as its table of contents. */
  const contentsOfPage = (): ContentsEntry[] => {
    const reference = /<reference\b[^<>]*\btype\s*=\s*["']?toc\b[^<>]*>/i.exec(text)?.[0] ?? '';
    const [, digits] = reference.matchAll(filepos).next().value ?? [];
    const part = digits === undefined ? undefined : partAt(Number(digits));
    if (!part) return [];
    const links = /<a\b[^<>]*\bfilepos\s*=\s*["']?0*(\d{1,10})[^<>]*>(.{0,2000}?)<\/a>/gis;
    return Array.from(text.slice(part.start, part.end).matchAll(links)).flatMap(
      ([, target, label = '']) => {
        const title = plainText(decode(label))?.replaceAll('\n', ' ');
        const href = hrefTo(Number(target));
        return title === undefined || href === null ? [] : [{ title, href, children: [] }];
      },
    );
  };

  const listed = contentsOf(points, ({ offset }) => (offset === null ? null : hrefTo(offset)));
  return {
    contents: listed.length > 0 ? listed : contentsOfPage(),
    async *files(): AsyncGenerator<DerivedFile> {
      for (const part of parts) {
        const bytes = Buffer.from(await markupOf(part));
        yield { name: part.name, media_type: 'application/xhtml+xml', bytes, linear: true };
      }
    },
  };
};
