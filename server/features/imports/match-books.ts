import { foldedValue } from '../../database/search-index.ts';
import { toSearchKey } from '../../text/search-key.ts';
import type { RecordOf } from './model.ts';
import { stemOf, type CandidateBook, type MatchStore } from './match-store.ts';
import { isAbsolute, mappedPath, withSlashes, type FolderMapping } from './folder-mapping.ts';
import type { Match } from './lines-store.ts';

export type BookRecord = RecordOf<'book'>;

/** Hashes the file of a book; null if it cannot be read. */
export type HashOf = (
  algorithm: 'xxh128' | 'sha256' | 'sha1_head',
  book: CandidateBook,
) => Promise<string | null>;

/** The book whose page count can match; undefined unless there is exactly one. */
const onlyWithPages = (
  books: readonly CandidateBook[],
  pages: number | null,
): CandidateBook | undefined => {
  const fitting = books.filter(
    ({ page_count }) => pages === null || page_count === 0 || page_count === pages,
  );
  return fitting.length === 1 ? fitting[0] : undefined;
};

const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** Maximum files that are read in full for one book. */
const maxCandidates = 8;

const hashedBy = ['sha256', 'xxh128', 'sha1_head'] as const;

/**
 * Finds the Octavo book for a book of the source by path, then by content, then by name and page count. A
 * file with another size at the same path counts as replaced, unless its previous content is found elsewhere.
 */
export const createBookMatcher = ({
  store,
  mappings,
  hashOf,
  seriesName,
}: {
  store: MatchStore;
  mappings: readonly FolderMapping[];
  hashOf: HashOf;
  /** The name of a series in the source. */
  seriesName: (sourceId: string) => string | null;
}) => {
  const libraries = store.libraries();
  let known: ReturnType<MatchStore['byNameAndSize']> | undefined;
  const index = () => (known ??= store.byNameAndSize());
  const booksOf = (pks: readonly number[] | undefined): CandidateBook[] =>
    (pks ?? []).flatMap((pk) => store.bookOfKey(pk) ?? []);

  const atMappedPath = ({ path }: BookRecord): CandidateBook | undefined => {
    if (path !== null && !isAbsolute(path)) {
      const found = store.atRelativePath(withSlashes(path));
      return found.length === 1 ? found[0] : undefined;
    }
    const mapped = path === null ? null : mappedPath(path, mappings, libraries);
    return mapped === null ? undefined : store.atPath(mapped.library_pk, mapped.path);
  };

  const byContent = async ({ hashes, size }: BookRecord): Promise<CandidateBook | undefined> => {
    if (hashes.koreader !== null) {
      const same = store
        .withDocumentHash(hashes.koreader)
        .filter((book) => size === null || book.file_size === size);
      if (same[0]) return same[0];
    }
    if (size === null) return undefined;
    const algorithm = hashedBy.find((name) => hashes[name] !== null);
    if (!algorithm) return undefined;
    for (const book of booksOf(index().ofSize.get(size)?.slice(0, maxCandidates))) {
      const hash =
        algorithm === 'sha256' && book.file_hash !== null
          ? book.file_hash
          : await hashOf(algorithm, book);
      if (hash === hashes[algorithm]?.toLowerCase()) return book;
    }
    return undefined;
  };

  /** The only book of the same size and kind, for programs that do not store hashes. */
  const bySize = ({ hashes, path, size }: BookRecord): CandidateBook | undefined => {
    if (size === null || path === null || Object.values(hashes).some((hash) => hash !== null)) {
      return undefined;
    }
    const same = booksOf(index().ofSize.get(size)?.slice(0, maxCandidates));
    const [found] = same;
    const isAlone = same.length === 1 && found?.file_size === size;
    return isAlone && endingOf(found.filename) === endingOf(path) ? found : undefined;
  };

  const byName = ({ path, title, pages }: BookRecord): CandidateBook | undefined => {
    const stem = stemOf(path ?? title);
    const named = booksOf(index().ofName.get(stem)?.slice(0, 100));
    return onlyWithPages(named, pages);
  };

  const inSeries = ({ series, number, title, pages }: BookRecord): CandidateBook | undefined => {
    const name = series === null ? null : seriesName(series);
    if (name === null) return undefined;
    const folded = foldedValue(name);
    const numbered = number === null ? [] : store.inSeriesNamed(folded, number);
    const found = onlyWithPages(numbered, pages);
    if (found) return found;
    // Decides between two versions of a number, or if there is no number.
    const all = numbered.length > 0 ? numbered : store.inSeriesNamed(folded, null);
    const key = toSearchKey(title);
    return onlyWithPages(
      all.filter((book) => toSearchKey(book.title) === key || stemOf(book.filename) === key),
      pages,
    );
  };

  return async (record: BookRecord): Promise<Match> => {
    const own = store.book(record.id);
    if (own) return { state: 'matched', basis: 'id', target: own.id };
    const placed = atMappedPath(record);
    if (placed && (record.size === null || placed.file_size === record.size)) {
      return { state: 'matched', basis: 'place', target: placed.id };
    }
    const equal = await byContent(record);
    if (equal) return { state: 'matched', basis: 'content', target: equal.id };
    if (placed) return { state: 'matched', basis: 'place', target: placed.id };
    const sized = bySize(record);
    if (sized) return { state: 'likely', basis: 'content', target: sized.id };
    const named =
      record.path === null
        ? (inSeries(record) ?? byName(record))
        : (byName(record) ?? inSeries(record));
    if (named) return { state: 'likely', basis: 'name', target: named.id };
    return { state: 'missing', basis: null, target: null };
  };
};
