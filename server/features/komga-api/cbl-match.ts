import { AppError } from '../../../shared/errors.ts';
import { decodeXml } from '../../media/comic-info/decode.ts';
import type { CblEntry, CblProblem } from '../read-lists/cbl.ts';
import { seriesNames } from '../read-lists/match-entry.ts';
import type { CblMatches, ReadListsService } from '../read-lists/service.ts';
import { komgaRoute, type KomgaRoute } from './route.ts';

/** Error codes of the format, which clients translate. */
const codes: Record<CblProblem['problem'] | 'incomplete' | 'taken', string> = {
  taken: 'ERR_1009',
  unreadable: 'ERR_1015',
  too_long: 'ERR_1015',
  no_books: 'ERR_1029',
  no_name: 'ERR_1030',
  incomplete: 'ERR_1031',
};

/**
 * Candidate books for the entries of a ComicRack reading list; requires permission to create a
 * list.
 */
export const komgaCblRoutes = ({
  readLists,
}: {
  readLists: Pick<ReadListsService, 'match'>;
}): KomgaRoute[] => [
  komgaRoute(
    {
      method: 'POST',
      path: '/api/v1/readlists/match/comicrack',
      needs: ['read-lists-write', 'books-read'],
      file: 'file',
    },
    async ({ file }) => {
      const found = await readLists.match(decodeXml(file));
      if ('problem' in found) throw new AppError('BadRequest', codes[found.problem]);
      if (!found.isComplete) throw new AppError('BadRequest', codes.incomplete);
      return {
        readListMatch: { name: found.name, errorCode: found.isTaken ? codes.taken : '' },
        requests: found.entries.map(({ entry, candidates }) => ({
          request: requestOf(entry),
          matches: matchesOf(candidates),
        })),
        errorCode: '',
      };
    },
  ),
];

/** In the format's style, with the year first. */
const requestOf = (entry: CblEntry) => ({
  series: seriesNames(entry).toReversed(),
  number: entry.number.trim(),
});

const matchesOf = (candidates: CblMatches['entries'][number]['candidates']) =>
  [...Map.groupBy(candidates, ({ series_id }) => series_id)].map(([seriesId, books]) => ({
    series: {
      seriesId,
      title: books[0]?.series_name ?? '',
      releaseDate: books[0]?.series_release_date ?? null,
    },
    books: books.map(({ id, number, title }) => ({
      bookId: id,
      number: number === null ? '' : String(number),
      title,
    })),
  }));
