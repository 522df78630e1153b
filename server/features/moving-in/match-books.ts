import type { RecordOf } from './model.ts';
import { stemOf, type CandidateBook, type MatchStore } from './match-store.ts';
import { placeOf, type FolderMapping } from './places.ts';
import type { Match } from './lines-store.ts';

export type BookRecord = RecordOf<'book'>;

/** Computes a hash of a book here; null if its file cannot be read. */
export type HashOf = (
  algorithm: 'xxh128' | 'sha256' | 'sha1_head',
  book: CandidateBook,
) => Promise<string | null>;

/** The most files that are read in full for one book. */
const maxCandidates = 8;

const hashedBy = ['sha256', 'xxh128', 'sha1_head'] as const;

/**
 * Finds the Octavo book for a book of the source: by path, then by content, then by name and number of pages.
 * A file of another size at the same path was replaced, unless the former content is found elsewhere.
 */
export const createBookMatcher = ({
  store,
  mappings,
  hashOf,
}: {
  store: MatchStore;
  mappings: readonly FolderMapping[];
  hashOf: HashOf;
}) => {
  const libraries = store.libraries();
  let known: ReturnType<MatchStore['byNameAndSize']> | undefined;
  const index = () => (known ??= store.byNameAndSize());
  const booksOf = (pks: readonly number[] | undefined): CandidateBook[] =>
    (pks ?? []).flatMap((pk) => store.bookOfKey(pk) ?? []);

  const atPlace = ({ path }: BookRecord): CandidateBook | undefined => {
    const place = path === null ? null : placeOf(path, mappings, libraries);
    return place === null ? undefined : store.atPath(place.library_pk, place.path);
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

  const byName = ({ path, title, pages }: BookRecord): CandidateBook | undefined => {
    const stem = stemOf(path ?? title);
    const named = booksOf(index().ofName.get(stem)?.slice(0, 100));
    const samePages = named.filter(
      ({ page_count }) => pages === null || page_count === 0 || page_count === pages,
    );
    return samePages.length === 1 ? samePages[0] : undefined;
  };

  return async (record: BookRecord): Promise<Match> => {
    const own = store.book(record.id);
    if (own) return { state: 'matched', basis: 'id', target: own.id };
    const placed = atPlace(record);
    if (placed && (record.size === null || placed.file_size === record.size)) {
      return { state: 'matched', basis: 'place', target: placed.id };
    }
    const equal = await byContent(record);
    if (equal) return { state: 'matched', basis: 'content', target: equal.id };
    if (placed) return { state: 'matched', basis: 'place', target: placed.id };
    const named = byName(record);
    if (named) return { state: 'likely', basis: 'name', target: named.id };
    return { state: 'missing', basis: null, target: null };
  };
};
