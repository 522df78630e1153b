import type { WireMessage } from '../../../lib/protobuf.ts';
import { messageOf } from '../../../lib/protobuf.ts';
import { timestampOf } from '../../../lib/timestamps.ts';
import type { ImportRecord, RecordOf } from '../model.ts';
import { bookmarkRecord, idFrom, noHashes, progressRecord, undated } from './records.ts';
import { foreignText } from './values.ts';

const person = 'mihon';

/** Numbers of the protocol buffer fields that are read. */
const field = {
  manga: {
    ...{ source: 1, url: 2, title: 3, artist: 4, author: 5, description: 6, genre: 7, status: 8 },
    ...{ chapters: 16, categories: 17, tracking: 18, history: 104, lastModified: 106 },
    // Values that the user edited, in forks.
    ...{ customTitle: 800, customArtist: 801, customAuthor: 802, customDescription: 804 },
    customGenre: 805,
  },
  chapter: { url: 1, name: 2, read: 4, bookmark: 5, lastPage: 6, number: 9, lastModified: 11 },
  history: { url: 1, lastRead: 2, duration: 3 },
  tracking: { service: 1, score: 8, finished: 11 },
} as const;

/** The tracking service whose scores go up to 100; those of the others go up to 10. */
const aniList = 2;
/** The source for files on the device itself, whose addresses are paths. */
const localSource = '0';

const statuses: Readonly<Record<number, string>> = {
  1: 'ongoing',
  2: 'ended',
  4: 'ended',
  5: 'abandoned',
  6: 'hiatus',
};

const instantOfMs = (ms: number): string | null => (ms > 0 ? timestampOf(ms) : null);

export interface MihonManga {
  id: string;
  /** Categories of the title, identified by their order. */
  categories: number[];
  records: ImportRecord[];
}

/** A title with its chapters. */
export const mihonManga = (manga: WireMessage): MihonManga => {
  const f = field.manga;
  const source = manga.digits(f.source);
  const id = idFrom(source, manga.text(f.url) ?? '');
  const name = foreignText(manga.text(f.customTitle)) ?? foreignText(manga.text(f.title)) ?? '?';
  const modified = instantOfMs(manga.number(f.lastModified) * 1000);
  return {
    id,
    categories: [...new Set(manga.numbers(f.categories))],
    records: [
      { kind: 'series', id, library: null, name, folder: null },
      ...chapterRecords(manga, { series: id, isLocal: source === localSource, modified }),
      ...editRecords(manga, id),
      ...ratingRecords(manga, id, modified),
    ],
  };
};

/** The common state of several versions of one chapter. */
interface Chapter {
  name: string;
  path: string | null;
  number: number | null;
  isRead: boolean;
  isMarked: boolean;
  lastPage: number;
  /** Time of the last reading. */
  readAt: string | null;
  seconds: number;
  modified: string | null;
}

const latest = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b > a) ? b : a;

/** Chapters by their number, because sources have several versions of one. */
const chaptersOf = (manga: WireMessage, isLocal: boolean): Map<string, Chapter> => {
  const history = new Map<string, { readAt: string | null; seconds: number }>();
  for (const bytes of manga.messages(field.manga.history)) {
    const entry = messageOf(bytes);
    history.set(entry.text(field.history.url) ?? '', {
      readAt: instantOfMs(entry.number(field.history.lastRead)),
      seconds: Math.max(Math.round(entry.number(field.history.duration) / 1000), 0),
    });
  }
  const chapters = new Map<string, Chapter>();
  const f = field.chapter;
  for (const bytes of manga.messages(field.manga.chapters)) {
    const chapter = messageOf(bytes);
    const url = chapter.text(f.url) ?? '';
    // Rounds, because the number is a 32-bit float: 10.1 is 10.100000381.
    const number = Math.round(chapter.number(f.number) * 1000) / 1000;
    const name = foreignText(chapter.text(f.name)) ?? '?';
    // Zero also means an unknown number.
    const key = number > 0 ? String(number) : name;
    const { readAt = null, seconds = 0 } = history.get(url) ?? {};
    const known = chapters.get(key);
    chapters.set(key, {
      name: known?.name ?? name,
      path: isLocal ? foreignText(url, 4096) : null,
      number: number >= 0 ? number : null,
      isRead: known?.isRead === true || chapter.flag(f.read) === true,
      isMarked: known?.isMarked === true || chapter.flag(f.bookmark) === true,
      lastPage: Math.max(known?.lastPage ?? 0, chapter.number(f.lastPage)),
      readAt: latest(known?.readAt ?? null, readAt),
      seconds: (known?.seconds ?? 0) + seconds,
      modified: latest(known?.modified ?? null, instantOfMs(chapter.number(f.lastModified) * 1000)),
    });
  }
  return chapters;
};

const chapterRecords = (
  manga: WireMessage,
  { series, isLocal, modified }: { series: string; isLocal: boolean; modified: string | null },
): ImportRecord[] =>
  [...chaptersOf(manga, isLocal)].flatMap(([key, chapter]): ImportRecord[] => {
    const isBegun = chapter.isRead || chapter.lastPage > 0 || chapter.readAt !== null;
    // Skips chapters that the user has neither begun nor bookmarked.
    if (!isBegun && !chapter.isMarked) return [];
    const book = idFrom(series, key);
    const read_at = chapter.readAt ?? chapter.modified ?? modified ?? undated;
    const { name, path, number } = chapter;
    const records: ImportRecord[] = [
      {
        kind: 'book',
        ...{ id: book, library: null, series, title: name, path, number },
        ...{ size: null, pages: null, hashes: noHashes },
      },
    ];
    if (isBegun) {
      const page = chapter.isRead ? null : chapter.lastPage + 1;
      const is_completed = chapter.isRead;
      records.push(progressRecord({ person, book, page, is_completed, read_at }));
    }
    if (chapter.readAt !== null) {
      records.push({
        kind: 'reading',
        ...{ id: book, person, book, started_at: null, ended_at: chapter.readAt },
        ...{ pages: 0, seconds: chapter.seconds, is_completed: chapter.isRead },
      });
    }
    if (chapter.isMarked) {
      const mark = { id: book, person, book, page: 1, created_at: read_at };
      records.push(bookmarkRecord(mark));
    }
    return records;
  });

/** Edits of a title. Values that the user wrote are locked; values of a source only fill empty fields. */
const editRecords = (manga: WireMessage, series: string): ImportRecord[] => {
  const f = field.manga;
  const custom = (number: number) => foreignText(manga.text(number), 20_000);
  const authorsOf = (author: string | null, artist: string | null) => [
    ...(author === null ? [] : [{ name: author.slice(0, 255), role: 'writer' }]),
    ...(artist === null ? [] : [{ name: artist.slice(0, 255), role: 'penciller' }]),
  ];
  const genresOf = (number: number) =>
    manga.texts(number).flatMap((genre) => foreignText(genre, 255) ?? []);
  const written = {
    name: custom(f.customTitle),
    summary: custom(f.customDescription),
    authors: authorsOf(custom(f.customAuthor), custom(f.customArtist)),
    genres: genresOf(f.customGenre),
  };
  const filled = {
    status: statuses[manga.number(f.status)] ?? null,
    summary: custom(f.description),
    authors: authorsOf(custom(f.author), custom(f.artist)),
    genres: genresOf(f.genre),
  };
  return [
    editOf(`written/${series}`, series, written, true),
    editOf(`filled/${series}`, series, filled, false),
  ].filter(({ values }) => Object.keys(values).length > 0);
};

const editOf = (
  id: string,
  series: string,
  given: Record<string, unknown>,
  isWritten: boolean,
): RecordOf<'edit'> => {
  const values = Object.fromEntries(
    Object.entries(given).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );
  const locks = isWritten ? Object.keys(values) : [];
  return { kind: 'edit', id, series, book: null, values, locks, only_empty: !isWritten };
};

/** The highest score, because the user may have rated the title on several services. */
const ratingRecords = (
  manga: WireMessage,
  series: string,
  modified: string | null,
): ImportRecord[] => {
  const f = field.tracking;
  const given = manga.messages(field.manga.tracking).map((bytes) => {
    const tracking = messageOf(bytes);
    const score = tracking.number(f.score);
    return {
      rating: Math.round(tracking.number(f.service) === aniList ? score / 10 : score),
      rated_at: instantOfMs(tracking.number(f.finished)) ?? modified ?? undated,
    };
  });
  const best = given.sort((a, b) => b.rating - a.rating)[0];
  if (!best || best.rating < 1) return [];
  const { rated_at } = best;
  const rating = Math.min(best.rating, 10);
  return [
    { kind: 'rating', id: series, person, series, book: null, rating, review: null, rated_at },
  ];
};
