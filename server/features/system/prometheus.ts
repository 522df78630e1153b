import type { Metrics } from '../../../shared/api/system.ts';
import type { RequestMeter } from '../../http/api/request-meter.ts';

type Sample = [labels: Record<string, string>, value: number];

/**
 * Name, help text and samples of every gauge; names end with the unit, by Prometheus convention.
 */
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

type Write = (metrics: Metrics) => Promise<string>;

/**
 * Renders metrics in Prometheus text format. Request durations are recorded only from the first
 * scrape on, so that servers without monitoring pay nothing.
 */
export const createPrometheusText = (meter: Pick<RequestMeter, 'follow'>): Write => {
  let writing: Promise<Write> | undefined;
  return async (metrics) => {
    writing ??= createWriter(meter);
    const write = await writing;
    return write(metrics);
  };
};

const createWriter = async (meter: Pick<RequestMeter, 'follow'>): Promise<Write> => {
  const { default: prometheus } = await import('prom-client');
  const registry = new prometheus.Registry();
  const registered = gauges.map(([name, help, samples]) => ({
    samples,
    gauge: new prometheus.Gauge({
      name: `octavo_${name}`,
      help,
      labelNames: labelNames[name] ?? [],
      registers: [registry],
    }),
  }));
  const durations = new prometheus.Histogram({
    name: 'octavo_http_request_duration_seconds',
    help: 'How long requests took since these numbers were first asked for, event streams left out',
    labelNames: ['method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  meter.follow((request, seconds) => durations.observe(request, seconds));
  return (metrics) => {
    for (const { gauge, samples } of registered) {
      gauge.reset();
      for (const [labels, value] of samples(metrics)) gauge.set(labels, value);
    }
    return registry.metrics();
  };
};
