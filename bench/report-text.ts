import type { Figure, GrowthPoint } from './figures.ts';

/** The last run of a benchmark. */
export interface Part {
  /** Name of the benchmark. */
  name: string;
  repeat: string;
  /** ISO date. */
  date: string;
  /** Processor, cores, memory, operating system and Node. */
  machine: string;
  /** Load average over one minute, before and after. */
  load: [before: number, after: number];
  figures: Figure[];
  growth: GrowthPoint[];
  /** The figures of the run before; empty for the first one on this machine. */
  former: Figure[];
}

/** Kept as `bench/report.json`: each benchmark can be repeated without the others. */
export interface Report {
  parts: Part[];
}

/**
 * The report with a part measured again, which is compared with the figures that it replaces if they are of the
 * same machine: another processor changes ratios by half.
 */
export const withPart = (report: Report, part: Omit<Part, 'former'>): Report => {
  const old = report.parts.find(({ name }) => name === part.name);
  const now = { ...part, former: old?.machine === part.machine ? old.figures : [] };
  return {
    parts: old
      ? report.parts.map((other) => (other === old ? now : other))
      : [...report.parts, now],
  };
};

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
export const slowdowns = (parts: readonly Part[]): Slowdown[] =>
  parts
    .flatMap(({ name: bench, figures, former }) =>
      figures.map((figure) => ({
        bench,
        name: figure.name,
        times: worsening(
          figure,
          former.find(({ name }) => name === figure.name),
        ),
      })),
    )
    .filter(({ times }) => times > tolerance)
    .sort((a, b) => b.times - a.times);

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
export const reportText = ({ parts }: Report, tried: string): string => {
  const all = parts.flatMap(({ figures }) => figures).filter(({ target }) => target !== null);
  const reached = all.filter(isReached).length;
  const tables = parts.map(({ name, repeat, date, machine, load, figures, former }) =>
    [
      `## ${name}`,
      '',
      `${date.slice(0, 10)}, ${machine}, load ${load.map((average) => average.toFixed(1)).join(' before and ')} after. Repeat: \`${repeat}\``,
      '',
      '| Figure | Now | Before | Target | |',
      '| --- | ---: | ---: | ---: | --- |',
      ...figures.map((figure) => {
        const old = former.find((other) => other.name === figure.name);
        return `| ${cell(figure.name)} | ${shown(figure)} | ${old ? shown(old) : ''} | ${targetOf(figure)} | ${verdictOf(figure)} |`;
      }),
    ].join('\n'),
  );
  const changed = slowdowns(parts).map(
    ({ bench, name, times }) => `- ${bench}: ${name}, ${times.toFixed(2)} × as much`,
  );
  return `# Performance

\`npm run bench -- report\` writes this page. A figure with × is a ratio to bare work that was
measured in the same run, because absolute times drift by a factor of two on one machine.
Each part names the day and the machine of its last run, because \`npm run bench -- report scan pages\` repeats
only the parts that it names. ${reached} of ${all.length} targets are reached.

${tables.join('\n\n')}

## Growth

The median time of a request by the number of books, one reader.

![Time of requests by the number of books](pictures/growth.svg)

## Slower than before

${changed.length > 0 ? changed.join('\n') : 'Nothing by more than a tenth.'}

${tried.trim()}
`;
};
