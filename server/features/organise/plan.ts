import type {
  OrganiseChange,
  OrganiseConflict,
  OrganiseResult,
} from '../../../shared/api/organise.ts';
import type { BookState, SeriesRow } from './rows.ts';

export const numberFields = ['number', 'volume', 'chapter'] as const;
export type NumberField = (typeof numberFields)[number];
export type Numbers = Record<NumberField, number | null>;

/** A series that is there, or one that is yet to be made. */
export type Target =
  { pk: number; id: string; name: string } | { pk: null; id: null; name: string };

export interface PlannedBook {
  book: BookState;
  target: Target;
  numbers: Numbers;
  /** Fields whose number a person decided in this plan. */
  numbered: Set<NumberField>;
  /** Whether it is to stay in its series whatever happens to its file. */
  pinned: boolean;
}

type Action = 'merge' | 'move' | 'renumber';

export interface Plan {
  library_pk: number;
  books: Map<number, PlannedBook>;
  /** Series that end in others. */
  merges: { from: SeriesRow; into: SeriesRow }[];
  /** Series that were there and receive books. */
  gathering: Map<number, SeriesRow>;
  actions: { action: Action; book_count: number; to: string | null }[];
  conflicts: OrganiseConflict[];
}

/** What a plan is made from; both throw NotFound for an unknown id. */
export interface PlanSource {
  series(id: string): SeriesRow;
  books(ids: readonly string[]): BookState[];
  /** All books of a series, missing ones too. */
  booksOf(seriesPk: number): BookState[];
  /** Whether a series of the library has this name. */
  hasName(libraryPk: number, name: string): boolean;
}

const shownBooks = 100;
const keyOf = (target: Target) => (target.pk === null ? `new ${target.name}` : `${target.pk}`);
const idsOf = (books: readonly PlannedBook[]) =>
  books.slice(0, shownBooks).map(({ book }) => book.id);

/** Goes through changes in their order and works out where every book ends, writing nothing. */
export const makePlan = (changes: readonly OrganiseChange[], source: PlanSource): Plan => {
  const books = new Map<number, PlannedBook>();
  const merges: Plan['merges'] = [];
  const gathering: Plan['gathering'] = new Map();
  const actions: Plan['actions'] = [];
  const conflicts: OrganiseConflict[] = [];
  const lockedBefore = new Set<PlannedBook>();
  const scope: { library_pk: number | null } = { library_pk: null };

  const planned = (book: BookState): PlannedBook => {
    scope.library_pk ??= book.library_pk;
    const known = books.get(book.pk);
    if (known) return known;
    const { number, volume, chapter } = book;
    const fresh: PlannedBook = {
      book,
      target: sourceOf(book),
      numbers: { number, volume, chapter },
      numbered: new Set(),
      pinned: book.placement_pk !== null,
    };
    books.set(book.pk, fresh);
    return fresh;
  };
  /** A series keeps what it has when it receives more, even if its folder is renamed. */
  const gather = (series: SeriesRow) => {
    if (gathering.has(series.pk)) return;
    gathering.set(series.pk, series);
    for (const book of source.booksOf(series.pk)) planned(book).pinned = true;
  };
  const put = (moving: readonly PlannedBook[], target: Target | SeriesRow) => {
    if ('path' in target) gather(target);
    for (const one of moving) {
      one.target = target;
      one.pinned = true;
    }
  };
  const renumber = (
    book: PlannedBook,
    numbers: { [Field in NumberField]?: number | null | undefined },
  ) => {
    for (const field of numberFields) {
      const value = numbers[field];
      if (value === undefined) continue;
      if (book.book.locked_fields.includes(field) && book.book[field] !== value) {
        lockedBefore.add(book);
      }
      book.numbers[field] = value;
      book.numbered.add(field);
    }
  };
  /** Books that are in a series by now. */
  const holding = (series: SeriesRow): PlannedBook[] => {
    for (const book of source.booksOf(series.pk)) planned(book);
    return [...books.values()].filter(({ target }) => target.pk === series.pk);
  };

  const numbered = (ids: readonly string[]): PlannedBook[] => {
    const rows = source.books(ids).map(planned);
    // Their neighbours may have the same numbers.
    for (const pk of new Set(rows.map(({ target }) => target.pk))) {
      if (pk !== null) source.booksOf(pk).forEach(planned);
    }
    actions.push({ action: 'renumber', book_count: rows.length, to: null });
    return rows;
  };

  const make = (change: OrganiseChange): void => {
    if (change.action === 'merge') {
      const into = source.series(change.into);
      scope.library_pk ??= into.library_pk;
      const sources = [...new Set(change.series_ids)].filter((id) => id !== change.into);
      let count = 0;
      for (const from of sources.map((id) => source.series(id))) {
        const moving = holding(from);
        count += moving.length;
        if (from.library_pk !== into.library_pk) conflicts.push(otherLibrary(into.name, moving));
        put(moving, into);
        merges.push({ from, into });
      }
      actions.push({ action: 'merge', book_count: count, to: into.name });
    } else if (change.action === 'move') {
      const moving = source.books(change.book_ids).map(planned);
      const { to } = change;
      const target: Target | SeriesRow =
        'series_id' in to
          ? source.series(to.series_id)
          : { pk: null, id: null, name: to.new_series };
      const home = 'library_pk' in target ? target.library_pk : scope.library_pk;
      if (moving.some(({ book }) => book.library_pk !== home)) {
        conflicts.push(otherLibrary(target.name, moving));
      }
      put(moving, target);
      actions.push({ action: 'move', book_count: moving.length, to: target.name });
    } else if (change.action === 'renumber') {
      const rows = numbered(change.books.map(({ book_id }) => book_id));
      const byId = new Map(rows.map((row) => [row.book.id, row]));
      for (const { book_id, ...numbers } of change.books) {
        const book = byId.get(book_id);
        if (book) renumber(book, numbers);
      }
    } else {
      for (const [index, row] of numbered(change.book_ids).entries()) {
        // Steps such as 0.1 would pile up their errors.
        const value = Math.round((change.start + index * change.step) * 1000) / 1000;
        renumber(row, { [change.field]: value });
      }
    }
  };

  for (const change of changes) make(change);
  const library_pk = scope.library_pk ?? 0;
  const strangers = [...books.values()].filter(({ book }) => book.library_pk !== library_pk);
  if (strangers.length > 0 && conflicts.length === 0) conflicts.push(otherLibrary(null, strangers));
  conflicts.push(...doubts([...books.values()], lockedBefore));
  for (const name of newNames(books)) {
    if (source.hasName(library_pk, name)) conflicts.push(sameName(name));
  }
  return { library_pk, books, merges, gathering, actions, conflicts };
};

export const newNames = (books: Plan['books']): Set<string> =>
  new Set([...books.values()].flatMap(({ target }) => (target.pk === null ? target.name : [])));

const otherLibrary = (
  series_name: string | null,
  books: readonly PlannedBook[],
): OrganiseConflict => ({
  kind: 'other_library',
  blocking: true,
  message:
    'Books stay in the library that their files lie in. Choose a series of the same library.',
  series_name,
  book_ids: idsOf(books),
});

const sameName = (name: string): OrganiseConflict => ({
  kind: 'same_name',
  blocking: false,
  message: `The library has a series named "${name}" already. There will be two.`,
  series_name: name,
  book_ids: [],
});

/** What does not stop a plan, but is worth a look before it is applied. */
const doubts = (books: PlannedBook[], locked: ReadonlySet<PlannedBook>): OrganiseConflict[] => {
  const found: OrganiseConflict[] = [];
  const present = books.filter(({ book }) => book.missing_since === null);
  const same = Map.groupBy(
    present.filter(({ numbers }) => numberFields.some((field) => numbers[field] !== null)),
    // A file's name often gives number and chapter alike.
    ({ target, numbers: { number, volume, chapter } }) =>
      `${keyOf(target)} ${volume} ${number ?? `chapter ${chapter}`}`,
  );
  for (const group of same.values()) {
    if (group.length < 2 || !group.some(isChanged)) continue;
    const name = group[0]?.target.name ?? '';
    found.push({
      kind: 'same_number',
      blocking: false,
      message: `${group.length} books of "${name}" have the same number.`,
      series_name: name,
      book_ids: idsOf(group),
    });
  }
  if (locked.size > 0) {
    found.push({
      kind: 'locked',
      blocking: false,
      message: `${locked.size} of the books have a number that was locked by hand. It is replaced.`,
      series_name: null,
      book_ids: idsOf([...locked]),
    });
  }
  return found.slice(0, shownBooks);
};

/** Whether anybody sees a difference. */
export const isChanged = ({ book, target, numbers }: PlannedBook): boolean =>
  target.pk !== book.series_pk || numberFields.some((field) => numbers[field] !== book[field]);

const placeOf = ({ id, name }: Target, { number, volume, chapter }: Numbers) => ({
  series_id: id,
  series_name: name,
  number,
  volume,
  chapter,
});

const shown = 500;

/** A plan as the wire shows it; `countOf` gives the present books of a series. */
export const describePlan = (
  { books, conflicts }: Plan,
  countOf: (seriesPk: number) => number,
): Pick<OrganiseResult, 'books' | 'book_count' | 'series' | 'conflicts'> => {
  const changed = [...books.values()].filter(isChanged);
  const series = new Map<string, OrganiseResult['series'][number]>();
  const countOn = (target: Target, change: number) => {
    const before = target.pk === null ? 0 : countOf(target.pk);
    const known = series.get(keyOf(target));
    const after = (known?.after ?? before) + change;
    series.set(keyOf(target), { series_id: target.id, name: target.name, before, after });
  };
  for (const { book, target } of changed) {
    if (target.pk === book.series_pk || book.missing_since !== null) continue;
    countOn(sourceOf(book), -1);
    countOn(target, 1);
  }
  return {
    books: changed.slice(0, shown).map(({ book, target, numbers }) => ({
      book_id: book.id,
      title: book.title,
      before: placeOf(sourceOf(book), book),
      after: placeOf(target, numbers),
    })),
    book_count: changed.length,
    series: [...series.values()],
    conflicts,
  };
};

const sourceOf = ({ series_pk: pk, series_id: id, series_name: name }: BookState): Target => ({
  pk,
  id,
  name,
});
