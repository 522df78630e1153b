import type { TextRange } from '../engine/locator.ts';

/** A sentence that is read aloud, and its range in the text of the part. */
export interface Sentence extends TextRange {
  spoken: string;
  /** BCP 47; empty if unknown. */
  language: string;
  /** The offset in the part of a character of `spoken`. */
  offsetOf(character: number): number;
}

/** Text that stands together, as it is spoken, with the places in the part that it comes from. */
export interface Paragraph {
  text: string;
  language: string;
  runs: Run[];
}

/** Characters from one place of a part. */
interface Run {
  /** Offset of its first character in the paragraph. */
  at: number;
  /** Offset in the part. */
  offset: number;
  /** Whether the part has these characters, unlike the description of a picture. */
  isText: boolean;
}

export const emptyParagraph = (language: string): Paragraph => ({ text: '', language, runs: [] });

/** Adds text to a paragraph; `offset` is where it begins in the part. Soft hyphens and repeated spaces are left out. */
export const addText = (paragraph: Paragraph, text: string, offset: number): void => {
  for (const { 0: piece, index } of text.matchAll(/(?:[^\u00ad\s]|\s(?!\s))+/g)) {
    paragraph.runs.push({ at: paragraph.text.length, offset: offset + index, isText: true });
    // Line breaks of the file would end sentences.
    paragraph.text += piece.replace(/\s/g, ' ');
  }
};

/** Adds words that the text of the part lacks. */
export const addWords = (paragraph: Paragraph, words: string, offset: number): void => {
  paragraph.runs.push({ at: paragraph.text.length, offset, isText: false });
  paragraph.text += words.replace(/\s/g, ' ');
};

/**
 * A sentence does not end behind initials and titles, which `Intl.Segmenter` does not know.
 */
const abbreviation =
  /(?:^|[^\p{L}])(?:\p{Lu}|Mrs?|Ms|Dr|Prof|St|Hr|Fr|Nr|No|Vol|Bd|Mme|Mlle|Sra?|Sig|z\. ?B)\.\s*$/u;

/** The sentences of a paragraph in its language. */
export const sentencesIn = (paragraph: Paragraph): Sentence[] => {
  const { text, language } = paragraph;
  const ranges: TextRange[] = [];
  let start = 0;
  for (const { segment, index } of segmenterOf(language).segment(text)) {
    const end = index + segment.length;
    if (end < text.length && abbreviation.test(text.slice(start, end))) continue;
    ranges.push({ start, end });
    start = end;
  }
  return ranges.flatMap((range) => {
    const whole = text.slice(range.start, range.end);
    const spoken = whole.trim();
    // Ornaments between paragraphs, such as `* * *`.
    if (!/[\p{L}\p{N}]/u.test(spoken)) return [];
    const first = range.start + whole.indexOf(spoken);
    const offsetOf = (character: number) => placeOf(paragraph, first + character).start;
    const { end } = placeOf(paragraph, first + spoken.length - 1);
    return [{ start: offsetOf(0), end, spoken, language, offsetOf }];
  });
};

/** Where the part has a character of a paragraph. */
const placeOf = ({ runs }: Paragraph, character: number): TextRange => {
  const run = runs.findLast((candidate) => candidate.at <= character);
  if (!run) return { start: 0, end: 0 };
  if (!run.isText) return { start: run.offset, end: run.offset };
  const start = run.offset + character - run.at;
  return { start, end: start + 1 };
};

const segmenters = new Map<string, Intl.Segmenter>();

/** The segmenter of a language; books also name languages that there are not. */
const segmenterOf = (language: string): Intl.Segmenter => {
  const known = segmenters.get(language);
  if (known) return known;
  let segmenter: Intl.Segmenter;
  try {
    segmenter = new Intl.Segmenter(language === '' ? undefined : language, {
      granularity: 'sentence',
    });
  } catch {
    segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  }
  segmenters.set(language, segmenter);
  return segmenter;
};

/** A part of a sentence, short enough for one utterance. */
export interface Piece {
  /** Offset in the sentence. */
  start: number;
  text: string;
}

/** Cuts a sentence behind commas, or else between words, into pieces of at most `longest` characters. */
export const piecesOf = (sentence: string, longest: number): Piece[] => {
  const pieces: Piece[] = [];
  let start = 0;
  while (sentence.length - start > longest) {
    const room = sentence.slice(start, start + longest);
    const cut = lastCut(room, /[,;:،؛、，；：–—]+\s*/g) || lastCut(room, /\s+/g) || longest;
    pieces.push({ start, text: room.slice(0, cut) });
    start += cut;
  }
  return [...pieces, { start, text: sentence.slice(start) }];
};

/** The end of the last match that leaves a piece worth speaking; 0 if there is none. */
const lastCut = (room: string, mark: RegExp): number => {
  const ends = [...room.matchAll(mark)].map(({ 0: found, index }) => index + found.length);
  return ends.findLast((end) => end > room.length / 3) ?? 0;
};
