import { Gauge, type Registry } from 'prom-client';

import type { Metrics } from '../../../shared/api/system.ts';

type Sample = [labels: Record<string, string>, value: number];

/** Name, meaning and samples of every gauge; names end in their unit, as Prometheus wants it. */
const gauges: readonly [name: string, help: string, samples: (metrics: Metrics) => Sample[]][] = [
  ['libraries', 'Libraries', (all) => [[{}, all.library_count]]],
  ['series', 'Series', (all) => [[{}, all.series_count]]],
  ['books', 'Books', (all) => [[{}, all.book_count]]],
  ['pages', 'Pages', (all) => [[{}, all.page_count]]],
  ['users', 'Users', (all) => [[{}, all.user_count]]],
  ['files_bytes', 'Size of the files of all books', (all) => [[{}, all.total_file_size]]],
  ['database_bytes', 'Size of the database', (all) => [[{}, all.database_size]]],
  [
    'library_books',
    'Books of each library',
    (all) => all.libraries.map(({ id, name, book_count }) => [{ id, name }, book_count]),
  ],
  [
    'library_files_bytes',
    'Size of the files of each library',
    (all) => all.libraries.map(({ id, name, file_size }) => [{ id, name }, file_size]),
  ],
  [
    'tasks',
    'Tasks by status',
    ({ tasks: { total: _, ...byStatus } }) =>
      Object.entries(byStatus).map(([status, count]): Sample => [{ status }, count]),
  ],
  ['process_resident_memory_bytes', 'Memory in use', (all) => [[{}, all.process.rss_bytes]]],
  ['process_cpu_seconds', 'Processor time used', (all) => [[{}, all.process.cpu_seconds]]],
  ['process_uptime_seconds', 'Time since the start', (all) => [[{}, all.process.uptime_seconds]]],
];

const labelNames: Record<string, string[]> = {
  library_books: ['id', 'name'],
  library_files_bytes: ['id', 'name'],
  tasks: ['status'],
};

/** Writes the numbers, and what else the registry holds, in the text format of Prometheus. */
export const createPrometheusText = (registry: Registry) => {
  const registered = gauges.map(([name, help, samples]) => ({
    samples,
    gauge: new Gauge({
      name: `octavo_${name}`,
      help,
      labelNames: labelNames[name] ?? [],
      registers: [registry],
    }),
  }));
  return (metrics: Metrics): Promise<string> => {
    for (const { gauge, samples } of registered) {
      gauge.reset();
      for (const [labels, value] of samples(metrics)) gauge.set(labels, value);
    }
    return registry.metrics();
  };
};
