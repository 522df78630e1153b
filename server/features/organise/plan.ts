import type {
  OrganiseChange,
  OrganiseConflict,
  OrganiseResult,
} from '../../../shared/api/organise.ts';
import type { BookState, SeriesRow } from './types.ts';

export const numberFields = ['number', 'volume', 'chapter'] as const;
export type NumberField = (typeof numberFields)[number];
type Numbers = Record<NumberField, number | null>;

/** An existing series, or one that will be created. */
export type PlanTarget =
  { pk: number; id: string; name: string } | { pk: null; id: null; name: string };

export interface PlannedBook {
  book: BookState;
  target: PlanTarget;
  numbers: Numbers;
  /** Number fields that this plan sets. */
  numbered: Set<NumberField>;
  /** Whether it stays in its series even if its file is moved. */
  isPinned: boolean;
}

type Action = 'merge' | 'move' | 'renumber' | 'volume';

export interface Plan {
  library_pk: number;
  books: Map<number, PlannedBook>;
  /** Series merged into others. */
  merges: { from: SeriesRow; into: SeriesRow }[];
  /** Existing series that receive books. */
  receivingSeries: Map<number, SeriesRow>;
  actions: { action: Action; book_count: number; to: string | null }[];
  conflicts: OrganiseConflict[];
}

/** Data for making a plan; both methods throw NotFound for an unknown id. */
export interface PlanSource {
  series(id: string): SeriesRow;
  books(ids: readonly string[]): BookState[];
  /** All books of a series, including missing ones. */
  booksOf(seriesPk: number): BookState[];
  /** Whether the library has a series of this name. */
  hasName(libraryPk: number, name: string): boolean;
}

type ChangeOf<Name> = Extract<OrganiseChange, { action: Name }>;

const shownBooks = 100;
const keyOf = (target: PlanTarget) => (target.pk === null ? `new ${target.name}` : `${target.pk}`);
const idsOf = (books: readonly PlannedBook[]) =>
  books.slice(0, shownBooks).map(({ book }) => book.id);

/** Simulates the changes in order and determines where every book ends up, without writing. */
export const makePlan = (changes: readonly OrganiseChange[], source: PlanSource): Plan => {
  const books = new Map<number, PlannedBook>();
  const merges: Plan['merges'] = [];
  const receivingSeries: Plan['receivingSeries'] = new Map();
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
      isPinned: book.placement_pk !== null,
    };
    books.set(book.pk, fresh);
    return fresh;
  };
  /** A series that receives books keeps its own, even if its folder is renamed. */
  const receive = (series: SeriesRow) => {
    if (receivingSeries.has(series.pk)) return;
    receivingSeries.set(series.pk, series);
    for (const book of source.booksOf(series.pk)) planned(book).isPinned = true;
  };
  const assign = (moving: readonly PlannedBook[], target: PlanTarget | SeriesRow) => {
    if ('path' in target) receive(target);
    for (const book of moving) {
      book.target = target;
      book.isPinned = true;
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
  /** Books assigned to a series so far. */
  const booksIn = (series: SeriesRow): PlannedBook[] => {
    for (const book of source.booksOf(series.pk)) planned(book);
    return [...books.values()].filter(({ target }) => target.pk === series.pk);
  };

  const numbered = (ids: readonly string[]): PlannedBook[] => {
    const rows = source.books(ids).map(planned);
    // Siblings can have the same numbers.
    for (const pk of new Set(rows.map(({ target }) => target.pk))) {
      if (pk !== null) source.booksOf(pk).forEach(planned);
    }
    actions.push({ action: 'renumber', book_count: rows.length, to: null });
    return rows;
  };

  const merge = ({ into: intoId, series_ids }: ChangeOf<'merge'>): void => {
    const into = source.series(intoId);
    scope.library_pk ??= into.library_pk;
    let count = 0;
    for (const id of new Set(series_ids)) {
      if (id === intoId) continue;
      const from = source.series(id);
      const moving = booksIn(from);
      count += moving.length;
      if (from.library_pk !== into.library_pk) conflicts.push(otherLibrary(into.name, moving));
      assign(moving, into);
      merges.push({ from, into });
    }
    actions.push({ action: 'merge', book_count: count, to: into.name });
  };
  const move = ({ book_ids, to: destination }: ChangeOf<'move'>): void => {
    const moving = source.books(book_ids).map(planned);
    const target: PlanTarget | SeriesRow =
      'series_id' in destination
        ? source.series(destination.series_id)
        : { pk: null, id: null, name: destination.new_series };
    const home = 'library_pk' in target ? target.library_pk : scope.library_pk;
    if (moving.some(({ book }) => book.library_pk !== home)) {
      conflicts.push(otherLibrary(target.name, moving));
    }
    assign(moving, target);
    actions.push({ action: 'move', book_count: moving.length, to: target.name });
  };
  const numberEach = (change: ChangeOf<'renumber'>): void => {
    const rows = numbered(change.books.map(({ book_id }) => book_id));
    const byId = new Map(rows.map((row) => [row.book.id, row]));
    for (const { book_id, ...numbers } of change.books) {
      const book = byId.get(book_id);
      if (book) renumber(book, numbers);
    }
  };
  const numberInSequence = ({ book_ids, field, start, step }: ChangeOf<'sequence'>): void => {
    for (const [index, row] of numbered(book_ids).entries()) {
      // Rounds, because steps such as 0.1 accumulate errors.
      renumber(row, { [field]: Math.round((start + index * step) * 1000) / 1000 });
    }
  };

  for (const change of changes) {
    if (change.action === 'merge') merge(change);
    else if (change.action === 'move') move(change);
    else if (change.action === 'renumber') numberEach(change);
    else numberInSequence(change);
  }
  const library_pk = scope.library_pk ?? 0;
  const foreignBooks = [...books.values()].filter(({ book }) => book.library_pk !== library_pk);
  if (foreignBooks.length > 0 && conflicts.length === 0)
    conflicts.push(otherLibrary(null, foreignBooks));
  conflicts.push(...uncertainBooks([...books.values()], lockedBefore));
  for (const name of newNames(books)) {
    if (source.hasName(library_pk, name)) conflicts.push(sameName(name));
  }
  return { library_pk, books, merges, receivingSeries, actions, conflicts };
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
    'Books stay in the library that contains their files. Choose a series of the same library.',
  series_name,
  book_ids: idsOf(books),
});

const sameName = (name: string): OrganiseConflict => ({
  kind: 'same_name',
  blocking: false,
  message: `The library already has a series named "${name}". There will be two.`,
  series_name: name,
  book_ids: [],
});

/** Warnings to review before the plan is applied; they do not block it. */
const uncertainBooks = (
  books: PlannedBook[],
  locked: ReadonlySet<PlannedBook>,
): OrganiseConflict[] => {
  const found: OrganiseConflict[] = [];
  const present = books.filter(({ book }) => book.missing_since === null);
  const same = Map.groupBy(
    present.filter(({ numbers }) => numberFields.some((field) => numbers[field] !== null)),
    // File names often contain the same value as number and chapter.
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

/** Whether the change is visible to users. */
export const isChanged = ({ book, target, numbers }: PlannedBook): boolean =>
  target.pk !== book.series_pk || numberFields.some((field) => numbers[field] !== book[field]);

const positionInSeries = ({ id, name }: PlanTarget, { number, volume, chapter }: Numbers) => ({
  series_id: id,
  series_name: name,
  number,
  volume,
  chapter,
});

const shown = 500;

/** The API representation of a plan; `countOf` returns the number of present books of a series. */
export const describePlan = (
  { books, conflicts }: Plan,
  countOf: (seriesPk: number) => number,
): Pick<OrganiseResult, 'books' | 'book_count' | 'series' | 'conflicts'> => {
  const changed = [...books.values()].filter(isChanged);
  const series = new Map<string, OrganiseResult['series'][number]>();
  const countOn = (target: PlanTarget, change: number) => {
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
      before: positionInSeries(sourceOf(book), book),
      after: positionInSeries(target, numbers),
    })),
    book_count: changed.length,
    series: [...series.values()],
    conflicts,
  };
};

const sourceOf = ({ series_pk: pk, series_id: id, series_name: name }: BookState): PlanTarget => ({
  pk,
  id,
  name,
});
