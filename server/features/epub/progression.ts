import { z } from 'zod';

import type { PositionList } from '../../../shared/api/epub.ts';
import { badField, notFound } from '../../../shared/errors.ts';
import type { Caller } from '../../http/caller.ts';
import type { BooksService } from '../books/service.ts';
import type { ProgressService } from '../progress/service.ts';
import type { EpubService } from './service.ts';

const locatorSchema = z.looseObject({
  href: z.string(),
  locations: z
    .looseObject({
      position: z.number().optional(),
      progression: z.number().optional(),
      totalProgression: z.number().optional(),
    })
    .optional(),
});
type Locator = z.infer<typeof locatorSchema>;

/** Where a reader is, as readers of Readium send it. */
export const progressionSchema = z.object({
  modified: z.iso.datetime({ offset: true }),
  locator: locatorSchema,
});
export type SentProgression = z.infer<typeof progressionSchema>;

interface Progression {
  modified: string;
  device: { id: string; name: string };
  locator: Locator;
}

/** Progress in the words of Readium: a locator for each page. */
export interface ProgressionService {
  /** Null where the book was not begun. Hrefs are those of the position list. */
  get(caller: Caller, bookId: string): Promise<Progression | null>;
  /** Throws Conflict where what is stored is newer, BadRequest where the locator names no place. */
  put(caller: Caller, bookId: string, progression: SentProgression): Promise<void>;
}

export const createProgressionService = ({
  books,
  epub,
  progress,
}: {
  books: Pick<BooksService, 'records'>;
  epub: Pick<EpubService, 'positions'>;
  progress: Pick<ProgressService, 'update'>;
}): ProgressionService => ({
  async get(caller, bookId) {
    const book = books.records(caller, [bookId]).get(bookId);
    if (!book) throw notFound('Book', bookId);
    if (!book.progress) return null;
    const { current_page: page, location, updated_at: modified } = book.progress;
    const list = await epub.positions(caller, bookId);
    const own = list.positions[page - 1] ?? list.positions.at(-1);
    if (!own) return null;
    const stored = readLocator(location);
    return {
      modified,
      device: { id: 'urn:octavo', name: 'Octavo' },
      // A page that was reached since then is worth more than the exact place on an older one.
      locator: stored && pageOf(stored, list) === page ? stored : own,
    };
  },
  async put(caller, bookId, { modified, locator }) {
    const list = await epub.positions(caller, bookId);
    const page = pageOf(locator, list);
    if (page === null) {
      throw badField('body.locator', 'The locator names no place in this book');
    }
    const exact = JSON.stringify(locator);
    progress.update(caller, bookId, {
      current_page: page,
      updated_at: new Date(modified).toISOString(),
      ...(isText(list) && exact.length <= maxLocation ? { location: exact } : {}),
    });
  },
});

/** Most characters of a `location`. */
const maxLocation = 2048;

const readLocator = (location: string | null): Locator | null => {
  if (!location?.startsWith('{')) return null;
  try {
    return locatorSchema.safeParse(JSON.parse(location)).data ?? null;
  } catch {
    return null;
  }
};

/** Parts of a text, where the exact place matters; images are pages. */
const isText = ({ positions }: PositionList): boolean =>
  positions.some(({ href }) => href.includes('/resources/'));

/**
 * The 1-indexed page of a locator, or null. The part that it names comes first: readers number positions
 * in ways of their own.
 */
const pageOf = ({ href, locations = {} }: Locator, list: PositionList): number | null => {
  const { position, progression = 0, totalProgression } = locations;
  const name = nameOf(href);
  const inPart = list.positions.filter((known) => nameOf(known.href) === name);
  const reached = inPart.findLast((known) => known.locations.progression <= progression);
  const found = reached ?? inPart[0];
  if (found) return found.locations.position;
  if (position !== undefined && Number.isInteger(position) && list.positions[position - 1]) {
    return position;
  }
  if (totalProgression === undefined || list.total === 0) return null;
  const page = Math.floor(totalProgression * list.total) + 1;
  return Math.min(Math.max(page, 1), list.total);
};

/** A part's path in its book, wherever it is served, or the number of a page. */
const nameOf = (href: string): string => {
  const path = href.replace(/[?#].*$/s, '');
  const name = path.replace(/^.*?\/books\/[^/]+\/(?:resources?|pages)\//, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};
