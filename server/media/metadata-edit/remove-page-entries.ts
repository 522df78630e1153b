import { decodeXml } from '../comic-info/decode.ts';
import { toWellFormed } from '../comic-info/well-formed.ts';
import { parseComicInfo } from '../comic-info/comic-info.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { applySplices, readSpans, type Splice, toUtf8, withIndent } from './xml-spans.ts';

/**
 * The index of a page after others were removed; null for a removed one. `removed` is ascending.
 */
const indexAfter = (index: number, removed: readonly number[]): number | null =>
  removed.includes(index) ? null : index - removed.filter((other) => other < index).length;

/**
 * ComicInfo.xml for the same book without some pages, given by their indexes: updates the list of
 * pages and the page count, and keeps everything else. Returns the same bytes if the file has
 * neither.
 */
export const removePageEntries = (
  bytes: Buffer,
  removed: readonly number[],
  limits: Pick<Limits, 'comic_info_bytes'> = defaultLimits,
): Buffer => {
  const text = parseComicInfo(bytes, limits) && toWellFormed(decodeXml(bytes));
  if (text === null) return bytes;
  const root = readSpans(text);
  const splices = (root?.children ?? []).flatMap((element): Splice[] => {
    const name = element.name.toLowerCase();
    if (name === 'pagecount' && element.inner) {
      const count = Number(text.slice(element.inner.start, element.inner.end));
      return Number.isInteger(count) && count > removed.length
        ? [{ ...element.inner, text: String(count - removed.length) }]
        : [];
    }
    if (name !== 'pages') return [];
    return element.children.flatMap((page): Splice[] => {
      const tag = text.slice(page.start, page.inner?.start ?? page.end);
      const found = /\bImage\s*=\s*(["'])\s*(\d+)\s*\1/i.exec(tag);
      if (!found) return [];
      const index = indexAfter(Number(found[2]), removed);
      if (index === null) return [{ ...withIndent(text, page), text: '' }];
      const start = page.start + found.index;
      const attribute = found[0].replace(/\d+/, String(index));
      return [{ start, end: start + found[0].length, text: attribute }];
    });
  });
  if (splices.length === 0) return bytes;
  const edited = toUtf8(applySplices(text, splices));
  return parseComicInfo(edited, limits) ? edited : bytes;
};
