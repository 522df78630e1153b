import type { BookFormat } from '../../../shared/api/book-record.ts';
import type { IntakeAction, IntakeDifference, IntakeVerdict } from '../../../shared/api/intake.ts';
import type { Database } from '../../database/types.ts';
import { firstYear } from '../../media/filename-parser/read-name.ts';
import { decodePages } from '../../media/page-json.ts';
import { toSearchKey } from '../../text/search-key.ts';
import { compareBooks, type ComparedFile } from './compare-books.ts';
import { type Download, extensionFor, medianSize, stemOfDownload } from './download.ts';
import { besideWith, nameByPattern } from './target-name.ts';

/** A file of an intake folder with its found or chosen series. */
export interface MatchedDownload extends Omit<Download, 'named' | 'file_modified_ms'> {
  series_pk: number | null;
  /** Name of the series to create if there is none. */
  series_name: string | null;
}

export interface Proposal {
  present_pk: number | null;
  present: ComparedFile | null;
  verdict: IntakeVerdict;
  differences: IntakeDifference[];
  action: IntakeAction;
  target: string | null;
}

interface PresentBook {
  pk: number;
  path: string;
  format: BookFormat;
  file_size: number;
  page_count: number;
  number: number | null;
  volume: number | null;
  chapter: number | null;
  title: string;
  error: string | null;
  series_pk: number;
  library_pk: number;
}

const columns = `pk, path, format, file_size, page_count, number, volume, chapter, title, error, series_pk, library_pk`;
/** Maximum books without a number that are compared by title. */
const maxUnnumbered = 1000;

type Numbers = Pick<PresentBook, 'number' | 'volume' | 'chapter'>;

/** The volume, or null if it is the year of a run of issues. */
const volumeOf = ({ volume }: Numbers): number | null =>
  volume !== null && volume < firstYear ? volume : null;
const isVolume = (book: Numbers): boolean =>
  book.chapter === null && volumeOf(book) !== null && book.number === book.volume;

/** Whether two books with the same number are the same book: volume 3 is not issue 3. */
const isSameNumber = (first: Numbers, second: Numbers): boolean => {
  if (first.number !== second.number) return false;
  if (isVolume(first) !== isVolume(second)) {
    const [volume, other] = isVolume(first) ? [first, second] : [second, first];
    // The file of a volume can have a plain number.
    return other.chapter === null && volumeOf(other) === null && volume.number === other.number;
  }
  const [a, b] = [volumeOf(first), volumeOf(second)];
  return a === null || b === null || a === b;
};

/** Proposes an action for a file by comparing it with the book of the same number, and a name. */
export const createProposals = (database: Database) => {
  const ofNumber = database.prepare<[number, number], PresentBook>(
    `SELECT ${columns} FROM books WHERE series_pk = ? AND missing_since IS NULL AND number = ?`,
  );
  const unnumbered = database.prepare<[number, number], PresentBook>(
    `SELECT ${columns} FROM books WHERE series_pk = ? AND missing_since IS NULL AND number IS NULL LIMIT ?`,
  );
  const sameContent = database.prepare<[number, string], PresentBook>(
    `SELECT ${columns} FROM books WHERE file_size = ? AND fingerprint = ? AND missing_since IS NULL LIMIT 1`,
  );
  const pagesOf = database
    .prepare<[number], string>('SELECT pages FROM book_pages WHERE book_pk = ?')
    .pluck();
  const series = database.prepare<[number], { name: string; path: string }>(
    'SELECT name, path FROM series WHERE pk = ?',
  );
  const lastPath = database
    .prepare<[number], string>(
      `SELECT path FROM books WHERE series_pk = ? AND missing_since IS NULL
       ORDER BY number_key DESC, title_key DESC LIMIT 1`,
    )
    .pluck();

  const factsOf = ({ pk, format, file_size, page_count, error }: PresentBook): ComparedFile => {
    const pages = decodePages(pagesOf.get(pk) ?? '[]');
    const size = format === 'pdf' ? null : medianSize(pages.filter(({ error: bad }) => !bad));
    const { width, height } = size ?? { width: null, height: null };
    return { format, file_size, page_count, width, height, error };
  };

  /** Candidate books of a series for a file, the best first. */
  const presentFor = (download: MatchedDownload): PresentBook[] => {
    const { series_pk, number, details } = download;
    if (series_pk === null) return [];
    if (number !== null) {
      return ofNumber.all(series_pk, number).filter((book) => isSameNumber(book, download));
    }
    const title = toSearchKey(details.title ?? stemOfDownload(download.path));
    return unnumbered
      .all(series_pk, maxUnnumbered)
      .filter((book) => toSearchKey(book.title) === title);
  };

  /** The folder of the books of a series; null for a series without books. */
  const folderOf = (seriesPk: number): string | null => {
    const path = lastPath.get(seriesPk);
    const own = series.get(seriesPk)?.path;
    if (path === undefined || own === undefined) return null;
    if (path.startsWith(`${own}/`)) return own;
    return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  };

  const targetFor = (pattern: string, download: MatchedDownload): string => {
    const { series_pk, series_name, number, volume, chapter, details } = download;
    const known = series_pk === null ? undefined : series.get(series_pk);
    const named = nameByPattern(
      pattern,
      { ...details, number, volume, chapter, series: known?.name ?? series_name },
      { extension: extensionFor(download), original: stemOfDownload(download.path) },
    );
    const folder = (series_pk === null ? null : folderOf(series_pk)) ?? named.folder;
    return folder === '' ? named.name : `${folder}/${named.name}`;
  };

  return {
    /** The present book with the same content, in any library. */
    sameContent: ({ file_size, fingerprint }: Pick<Download, 'file_size' | 'fingerprint'>) =>
      fingerprint === null ? undefined : sameContent.get(file_size, fingerprint),
    propose(pattern: string, download: MatchedDownload): Proposal {
      const nothing = { present_pk: null, present: null, differences: [] };
      if (download.error !== null) {
        return { ...nothing, verdict: 'unreadable', action: 'skip', target: null };
      }
      const same =
        download.fingerprint === null
          ? undefined
          : sameContent.get(download.file_size, download.fingerprint);
      const target = targetFor(pattern, download);
      if (same) {
        const facts = { present_pk: same.pk, present: factsOf(same), differences: [] };
        return { ...facts, verdict: 'present', action: 'skip', target };
      }
      if (download.series_pk === null) {
        return { ...nothing, verdict: 'unmatched', action: 'skip', target };
      }
      const [first, ...others] = presentFor(download).map((book) => ({
        book,
        facts: factsOf(book),
      }));
      if (!first) return { ...nothing, verdict: 'new', action: 'add', target };
      const best = others.reduce(
        (known, other) =>
          compareBooks(other.facts, known.facts).verdict === 'better' ? other : known,
        first,
      );
      const compared = compareBooks(download, best.facts);
      const isBetter = compared.verdict === 'better';
      return {
        present_pk: best.book.pk,
        present: best.facts,
        ...compared,
        action: isBetter ? 'replace' : 'skip',
        target: isBetter ? besideWith(best.book.path, extensionFor(download)) : target,
      };
    },
    /** The target path for an action chosen by a person. */
    targetOf(pattern: string, download: MatchedDownload, replacedPath: string | null): string {
      return replacedPath === null
        ? targetFor(pattern, download)
        : besideWith(replacedPath, extensionFor(download));
    },
  };
};

export type Proposals = ReturnType<typeof createProposals>;
