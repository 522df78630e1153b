import { setImmediate } from 'node:timers/promises';

import type { BookSearch, PositionList, PublicationLink } from '../../../shared/api/epub.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Content } from '../../http/api/content.ts';
import { runningText } from '../../media/epub/visible-text.ts';
import { toSearchKey } from '../../text/search-key.ts';

type Result = BookSearch['results'][number];

export interface TextSearch {
  /** In reading order. */
  texts: readonly { path: string; link: PublicationLink }[];
  positions: PositionList['positions'];
  /** Returns the sanitized text of a file. */
  read: (path: string) => Promise<Content['body']>;
  words: string;
  limit: number;
  signal: AbortSignal;
}

/** Characters of context shown around a hit. */
const context = 48;
/** Matches a truncated word at the start of the context; languages without spaces have none. */
const brokenStart = /^\S{0,20}\s/;
const brokenEnd = /\s\S{0,20}$/;

/** Searches texts one after the other; other requests are answered in between. */
export const searchTexts = async (search: TextSearch): Promise<BookSearch> => {
  const { texts, limit, signal } = search;
  const words = foldWithPlaces(search.words.replace(/\s+/g, ' ')).text;
  const results: Result[] = [];
  for (const { path, link } of texts) {
    if (signal.aborted) break;
    const text = await textOf(search, path);
    for (const { start, end } of hitsIn(text, words, limit + 1 - results.length)) {
      const locations = nearestLocations(
        search.positions,
        link.href,
        start / Math.max(1, text.length),
      );
      results.push({
        href: link.href,
        type: link.type ?? 'application/xhtml+xml',
        ...(link.title === undefined ? {} : { title: link.title }),
        locations,
        text: {
          before: textBefore(text, start),
          highlight: text.slice(start, end),
          after: textAfter(text, end),
        },
      });
    }
    if (results.length > limit) break;
    await setImmediate();
  }
  return { is_complete: results.length <= limit, results: results.slice(0, limit) };
};

/** An unreadable section has no hits, but does not fail the search. */
const textOf = async ({ read }: TextSearch, path: string): Promise<string> => {
  try {
    const body = await read(path);
    return Buffer.isBuffer(body) ? runningText(body.toString('utf8')) : '';
  } catch (error) {
    if (error instanceof AppError) return '';
    throw error;
  }
};

const textBefore = (text: string, start: number): string =>
  start <= context
    ? text.slice(0, start)
    : text.slice(start - context, start).replace(brokenStart, '… ');

const textAfter = (text: string, end: number): string =>
  end + context >= text.length
    ? text.slice(end)
    : text.slice(end, end + context).replace(brokenEnd, ' …');

const hitsIn = (text: string, words: string, most: number) => {
  const { text: folded, places } = foldWithPlaces(text);
  const hits: { start: number; end: number }[] = [];
  let offset = words === '' ? -1 : folded.indexOf(words);
  while (offset >= 0 && hits.length < most) {
    const behind = offset + words.length;
    hits.push({
      start: places ? (places[offset] ?? 0) : offset,
      end: places ? (places[behind] ?? text.length) : behind,
    });
    offset = folded.indexOf(words, behind);
  }
  return hits;
};

// eslint-disable-next-line no-control-regex -- the whole ASCII range is meant
const ascii = /^[\u0000-\u007f]*$/;

/** The folded text and, if folding shifted anything, the original index of each character. */
const foldWithPlaces = (text: string): { text: string; places: number[] | null } => {
  if (ascii.test(text)) return { text: text.toLowerCase(), places: null };
  const places: number[] = [];
  let folded = '';
  // A letter is folded together with its combining marks.
  for (const { 0: letter, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const plain =
      letter.length === 1 && letter < '\u0080' ? letter.toLowerCase() : toSearchKey(letter);
    for (let count = 0; count < plain.length; count += 1) places.push(index);
    folded += plain;
  }
  places.push(text.length);
  return { text: folded, places };
};

const nearestLocations = (
  positions: TextSearch['positions'],
  href: string,
  progression: number,
): Result['locations'] => {
  const own = positions.filter((position) => position.href === href);
  const locations = own[Math.min(own.length - 1, Math.floor(progression * own.length))]?.locations;
  return {
    position: locations?.position ?? 1,
    progression,
    totalProgression: locations?.totalProgression ?? 0,
  };
};
