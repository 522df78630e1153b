import type { GrowthPoint } from './figures.ts';

const width = 720;
const height = 360;
const left = 64;
const right = 232;
const top = 16;
const bottom = 44;
/** Distinguishable without red and green, on light and dark paper. */
const colours = [
  '#4477aa',
  '#ee6677',
  '#ccaa22',
  '#aa3377',
  '#228833',
  '#66aacc',
  '#888888',
  '#ee8866',
  '#44bb99',
];

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The powers of ten that enclose the values. */
const decades = (values: readonly number[]): number[] => {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
};

/**
 * An SVG picture of times by the size of the library, both axes logarithmic: a level line is a time
 * that does not grow, a diagonal one grows with the library. The least that is drawn is 0.01 ms.
 */
export const growthChart = (points: readonly GrowthPoint[]): string => {
  const drawn = points.map((point) => ({ ...point, ms: Math.max(0.01, point.ms) }));
  const across = decades(drawn.map(({ books }) => books));
  const up = decades(drawn.map(({ ms }) => ms));
  const scale = (ticks: readonly number[], start: number, end: number) => {
    const [low, high] = [Math.log10(ticks[0] ?? 1), Math.log10(ticks.at(-1) ?? 10)];
    return (value: number) =>
      Math.round(start + ((Math.log10(value) - low) / (high - low)) * (end - start));
  };
  const x = scale(across, left, width - right);
  const y = scale(up, height - bottom, top);
  const lines = [...Map.groupBy(drawn, ({ name }) => name)].map(([name, own], index) => {
    const sorted = own.toSorted((a, b) => a.books - b.books);
    const colour = colours[index % colours.length] ?? '';
    const corners = sorted.map(({ books, ms }) => `${x(books)},${y(ms)}`);
    return [
      `<polyline points="${corners.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...corners.map(
        (point) => `<circle cx="${point.replace(',', '" cy="')}" r="3" fill="${colour}"/>`,
      ),
      `<rect x="${width - right + 16}" y="${top + index * 22}" width="12" height="12" fill="${colour}"/>`,
      `<text x="${width - right + 34}" y="${top + 10 + index * 22}">${escape(name)}</text>`,
    ].join('\n');
  });
  const grid = [
    ...across.map(
      (books) =>
        `<path class="grid" d="M${x(books)} ${top}V${height - bottom}"/><text x="${x(books)}" y="${height - bottom + 18}" text-anchor="middle">${books.toLocaleString('en')}</text>`,
    ),
    ...up.map(
      (ms) =>
        `<path class="grid" d="M${left} ${y(ms)}H${width - right}"/><text x="${left - 8}" y="${y(ms) + 4}" text-anchor="end">${ms} ms</text>`,
    ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Time of requests by the number of books">
<style>
text { font: 12px system-ui, sans-serif; fill: #333; }
.grid { stroke: #8884; }
@media (prefers-color-scheme: dark) { text { fill: #ccc; } }
</style>
${grid.join('\n')}
<text x="${(left + width - right) / 2}" y="${height - 6}" text-anchor="middle">books</text>
${lines.join('\n')}
</svg>
`;
};
