import type { Figure, GrowthPoint } from './figures.ts';

/** A run of all benchmarks. Kept as `bench/report.json`, against which the next run is compared. */
export interface Report {
  /** ISO date. */
  date: string;
  /** Processor, cores, memory, operating system and Node. */
  machine: string;
  /** Load average over one minute, before the first and after the last benchmark. */
  load: [before: number, after: number];
  benches: { name: string; repeat: string; figures: Figure[] }[];
  growth: GrowthPoint[];
}

/** A tenth: less is within what two runs of one machine differ by. */
const tolerance = 1.1;

const isReached = ({ value, better, target }: Figure): boolean =>
  target === null || (better === 'less' ? value <= target : value >= target);

/** How many times worse the figure is than before; NaN without a former value. */
const worsening = (now: Figure, before: Figure | undefined): number => {
  if (!before || before.value === 0 || now.value === 0) return NaN;
  return now.better === 'less' ? now.value / before.value : before.value / now.value;
};

export interface Slowdown {
  bench: string;
  name: string;
  times: number;
}

/** The figures that became worse by more than a tenth, the worst first. */
export const slowdowns = (now: Report, before: Report | null): Slowdown[] => {
  const former = new Map(
    before?.benches.flatMap(({ name, figures }) =>
      figures.map((figure) => [`${name}\n${figure.name}`, figure] as const),
    ),
  );
  return now.benches
    .flatMap(({ name: bench, figures }) =>
      figures.map((figure) => ({
        bench,
        name: figure.name,
        times: worsening(figure, former.get(`${bench}\n${figure.name}`)),
      })),
    )
    .filter(({ times }) => times > tolerance)
    .sort((a, b) => b.times - a.times);
};

const digits = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 });

const shown = ({ value, unit }: Pick<Figure, 'value' | 'unit'>): string =>
  unit === '' ? digits(value) : `${digits(value)} ${unit}`;

const targetOf = ({ target, better, unit }: Figure): string =>
  target === null ? '' : `${better === 'less' ? '≤' : '≥'} ${shown({ value: target, unit })}`;

const verdictOf = (figure: Figure): string => {
  if (figure.target === null) return '';
  return isReached(figure) ? 'reached' : '**missed**';
};

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The text of `docs/performance.md`. `tried` is Markdown that people write. */
export const reportText = (now: Report, before: Report | null, tried: string): string => {
  const slower = slowdowns(now, before);
  const former = new Map(before?.benches.map(({ name, figures }) => [name, figures]));
  const all = now.benches.flatMap(({ figures }) => figures).filter(({ target }) => target !== null);
  const reached = all.filter(isReached).length;
  const tables = now.benches.map(({ name, repeat, figures }) =>
    [
      `## ${name}`,
      '',
      `Repeat: \`${repeat}\``,
      '',
      '| Figure | Now | Before | Target | |',
      '| --- | ---: | ---: | ---: | --- |',
      ...figures.map((figure) => {
        const old = former.get(name)?.find((other) => other.name === figure.name);
        return `| ${cell(figure.name)} | ${shown(figure)} | ${old ? shown(old) : ''} | ${targetOf(figure)} | ${verdictOf(figure)} |`;
      }),
    ].join('\n'),
  );
  const changed = slower.map(
    ({ bench, name, times }) => `- ${bench}: ${name}, ${times.toFixed(2)} × as much`,
  );
  return `# Performance

\`npm run bench -- report\` writes this page. A figure with × is a ratio to bare work that was
measured in the same run, because absolute times drift by a factor of two on one machine.
${reached} of ${all.length} targets are reached.

| | |
| --- | --- |
| Date | ${now.date.slice(0, 10)} |
| Machine | ${cell(now.machine)} |
| Load before and after | ${now.load.map((average) => average.toFixed(1)).join(', ')} |

${tables.join('\n\n')}

## Growth

The median time of a request by the number of books, one reader.

![Time of requests by the number of books](pictures/growth.svg)

## Slower than in the last report

${before === null ? 'There was no report before.' : changed.length > 0 ? changed.join('\n') : 'Nothing by more than a tenth.'}

${tried.trim()}
`;
};
