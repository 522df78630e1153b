import { setImmediate } from 'node:timers/promises';

import type { BookSearch, PositionList, PublicationLink } from '../../../shared/api/epub.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Content } from '../../http/content.ts';
import { runningText } from '../../media/epub/running-text.ts';
import { fold } from '../../text/fold.ts';

type Result = BookSearch['results'][number];

export interface TextSearch {
  /** In reading order. */
  texts: readonly { path: string; link: PublicationLink }[];
  positions: PositionList['positions'];
  /** Gives the cleaned text of a file. */
  read: (path: string) => Promise<Content['body']>;
  words: string;
  limit: number;
  signal: AbortSignal;
}

/** Characters of the text around a hit that are shown with it. */
const context = 48;
/** Words that were cut off where these begin or end; languages without blanks have none. */
const brokenStart = /^\S{0,20}\s/;
const brokenEnd = /\s\S{0,20}$/;

/** Finds words in texts one after the other; other requests are answered in between. */
export const searchTexts = async (search: TextSearch): Promise<BookSearch> => {
  const { texts, limit, signal } = search;
  const words = foldWithPlaces(search.words.replace(/\s+/g, ' ')).text;
  const results: Result[] = [];
  for (const { path, link } of texts) {
    if (signal.aborted) break;
    const text = await textOf(search, path);
    for (const { start, end } of hitsIn(text, words, limit + 1 - results.length)) {
      const locations = placeOf(search.positions, link.href, start / Math.max(1, text.length));
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

/** A part that cannot be read is one without hits: the others may have some. */
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
  let at = words === '' ? -1 : folded.indexOf(words);
  while (at >= 0 && hits.length < most) {
    const behind = at + words.length;
    hits.push({
      start: places ? (places[at] ?? 0) : at,
      end: places ? (places[behind] ?? text.length) : behind,
    });
    at = folded.indexOf(words, behind);
  }
  return hits;
};

// eslint-disable-next-line no-control-regex -- the whole ASCII range is meant
const ascii = /^[\u0000-\u007f]*$/;

/** The folded text and, where folding moved anything, where each of its characters came from. */
const foldWithPlaces = (text: string): { text: string; places: number[] | null } => {
  if (ascii.test(text)) return { text: text.toLowerCase(), places: null };
  const places: number[] = [];
  let folded = '';
  // A letter goes together with the marks upon it.
  for (const { 0: letter, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const plain = letter.length === 1 && letter < '\u0080' ? letter.toLowerCase() : fold(letter);
    for (let count = 0; count < plain.length; count += 1) places.push(index);
    folded += plain;
  }
  places.push(text.length);
  return { text: folded, places };
};

const placeOf = (
  positions: TextSearch['positions'],
  href: string,
  progression: number,
): Result['locations'] => {
  const own = positions.filter((position) => position.href === href);
  const at = own[Math.min(own.length - 1, Math.floor(progression * own.length))]?.locations;
  return {
    position: at?.position ?? 1,
    progression,
    totalProgression: at?.totalProgression ?? 0,
  };
};
