import { setImmediate as pause } from 'node:timers/promises';

import type { BookSearch, PositionList, PublicationLink } from '../../../shared/api/epub.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Content } from '../../http/api/content.ts';
import { runningText } from '../../media/epub/visible-text.ts';
import { toSearchKey } from '../../text/search-key.ts';
import { slices } from '../../text/slices.ts';

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

/** Searches texts one after the other, in slices; other requests are answered in between. */
export const searchTexts = async (search: TextSearch): Promise<BookSearch> => {
  const { texts, limit, signal } = search;
  const fold = createFold();
  const words = fold(search.words.replace(/\s+/g, ' ')).text;
  const positions = Map.groupBy(search.positions, ({ href }) => href);
  const results: Result[] = [];
  for (const { path, link } of words === '' ? [] : texts) {
    if (results.length > limit || signal.aborted) break;
    const text = await textOf(search, path);
    const own = positions.get(link.href) ?? [];
    for await (const { start, end } of hitsIn(text, { words, fold, signal })) {
      results.push({
        href: link.href,
        type: link.type ?? 'application/xhtml+xml',
        ...(link.title === undefined ? {} : { title: link.title }),
        locations: nearestLocations(own, start / Math.max(1, text.length)),
        text: {
          before: textBefore(text, start),
          highlight: text.slice(start, end),
          after: textAfter(text, end),
        },
      });
      if (results.length > limit) break;
    }
    await pause();
  }
  return { is_complete: results.length <= limit, results: results.slice(0, limit) };
};

/** An unreadable section has no hits, but does not fail the search. */
const textOf = async ({ read }: TextSearch, path: string): Promise<string> => {
  try {
    const body = await read(path);
    return Buffer.isBuffer(body) ? await runningText(body.toString('utf8')) : '';
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

/** The hits in a text, none of which overlap. */
async function* hitsIn(
  text: string,
  { words, fold, signal }: { words: string; fold: Fold; signal: AbortSignal },
): AsyncGenerator<{ start: number; end: number }> {
  let begin = 0;
  // A hit can begin in one slice and end in the next.
  let folded = '';
  let places: number[] = [];
  for (const slice of slices(text)) {
    if (signal.aborted) return;
    const next = fold(slice);
    folded += next.text;
    for (const place of next.places) places.push(begin + place);
    begin += slice.length;
    let behind = 0;
    for (let hit = folded.indexOf(words); hit >= 0; hit = folded.indexOf(words, behind)) {
      behind = hit + words.length;
      yield { start: places[hit] ?? 0, end: places[behind] ?? begin };
    }
    const kept = Math.max(behind, folded.length - words.length + 1);
    folded = folded.slice(kept);
    places = places.slice(kept);
    await pause();
  }
}

// eslint-disable-next-line no-control-regex -- the whole ASCII range is meant
const ascii = /^[\u0000-\u007f]*$/;

/** Folds a text, with the original index of each character. */
type Fold = (text: string) => { text: string; places: Iterable<number> };

const createFold = (): Fold => {
  // Normalising a letter takes much longer than looking it up.
  const keys = new Map<string, string>();
  const keyOf = (letter: string): string => {
    if (letter.length > 1) return toSearchKey(letter);
    const key = keys.get(letter) ?? toSearchKey(letter);
    keys.set(letter, key);
    return key;
  };
  return (text) => {
    if (ascii.test(text))
      return { text: text.toLowerCase(), places: Array.from({ length: text.length }).keys() };
    const places: number[] = [];
    let folded = '';
    // A letter is folded together with its combining marks.
    for (const { 0: letter, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
      const key = keyOf(letter);
      for (let count = 0; count < key.length; count += 1) places.push(index);
      folded += key;
    }
    return { text: folded, places };
  };
};

const nearestLocations = (
  own: TextSearch['positions'],
  progression: number,
): Result['locations'] => {
  const { locations } = own[Math.min(own.length - 1, Math.floor(progression * own.length))] ?? {};
  return {
    position: locations?.position ?? 1,
    progression,
    totalProgression: locations?.totalProgression ?? 0,
  };
};
