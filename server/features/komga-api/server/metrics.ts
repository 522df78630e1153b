import { notFound } from '../../../../shared/errors.ts';
import type { Library } from '../../../../shared/api/libraries.ts';
import type { CollectionsService } from '../../collections/service.ts';
import type { LibrariesService } from '../../libraries/service.ts';
import type { ReadListsService } from '../../read-lists/service.ts';
import type { TasksService } from '../../tasks/service.ts';
import { komgaRoute, type KomgaRoute } from '../route.ts';

const spec = { method: 'GET', needs: ['system-health'], admin: true } as const;
const path = '/actuator/metrics';

interface MetricOptions {
  libraries: Pick<LibrariesService, 'list'>;
  collections: Pick<CollectionsService, 'list'>;
  readLists: Pick<ReadListsService, 'list'>;
  tasks: Pick<TasksService, 'stats'>;
}

const byLibrary = new Map<string, (library: Library) => number>([
  ['komga.series', ({ series_count }) => series_count],
  ['komga.books', ({ book_count }) => book_count],
  ['komga.books.filesize', ({ file_size }) => file_size],
]);

/** Numbers of the server, in the format of Spring Boot's metrics. */
export const komgaMetricRoutes = ({
  libraries,
  collections,
  readLists,
  tasks,
}: MetricOptions): KomgaRoute[] => {
  const allLibraries = async () =>
    (
      await libraries.list({
        ...{ page: 1, pageSize: 10_000 },
        sort: { field: 'name', direction: 'asc' },
      })
    ).data as Library[];
  const onePage = { page: 1, pageSize: 1, sort: { field: 'name', direction: 'asc' } } as const;
  const single = new Map<string, () => number>([
    ['komga.collections', () => collections.list(onePage).total],
    ['komga.readlists', () => readLists.list(onePage).total],
    // Files beside books are not counted.
    ['komga.sidecars', () => 0],
  ]);
  const byType = 'komga.tasks.execution';
  const names = [...byLibrary.keys(), ...single.keys(), byType];
  return [
    komgaRoute({ ...spec, path }, () => ({ names })),
    komgaRoute({ ...spec, path: `${path}/:name` }, async ({ params: { name = '' }, query }) => {
      const tags = new Map(query.each('tag').map((tag) => splitTag(tag)));
      const values = byLibrary.get(name);
      if (values !== undefined) {
        const all = await allLibraries();
        const wanted = tags.get('library');
        const counted = all.filter(({ id }) => wanted === undefined || id === wanted);
        const value = counted.reduce((sum, library) => sum + values(library), 0);
        const ids = all.map(({ id }) => id);
        return metric(name, [{ statistic: 'VALUE', value }], { library: ids });
      }
      if (name === byType) {
        const { by_type, completed } = tasks.stats();
        const wanted = tags.get('type');
        const value = wanted === undefined ? completed : (by_type[wanted] ?? 0);
        return metric(name, [{ statistic: 'COUNT', value }], { type: Object.keys(by_type) });
      }
      const count = single.get(name);
      if (count === undefined) throw notFound('Metric', name);
      return metric(name, [{ statistic: 'VALUE', value: count() }], {});
    }),
  ];
};

/** `library:0190…` */
const splitTag = (tag: string): [string, string] => {
  const colon = tag.indexOf(':');
  return [tag.slice(0, colon), tag.slice(colon + 1)];
};

const metric = (
  name: string,
  measurements: { statistic: string; value: number }[],
  tags: Record<string, string[]>,
) => ({
  name,
  description: null,
  baseUnit: name.endsWith('filesize') ? 'bytes' : null,
  measurements,
  availableTags: Object.entries(tags).map(([tag, values]) => ({ tag, values })),
});
