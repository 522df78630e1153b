import { describe, expect, it } from 'vitest';

import { validateXml } from '../server/testing/validate-xml.ts';
import { figure, type Figure } from './figures.ts';
import { growthChart } from './growth-chart.ts';
import { reportText, slowdowns, withPart } from './report-text.ts';

const run = (name: string, ...figures: Figure[]) => ({
  name,
  repeat: `npm run bench -- ${name}`,
  date: '2026-11-23T10:00:00.000Z',
  machine: '2 × a processor',
  load: [0, 0.25] as [number, number],
  figures,
  growth: [],
});
const ratio = (name: string, value: number, target?: string) => figure(name, value, '×', target);

describe('the report of the benchmarks', () => {
  it('names what became worse by more than a tenth, the worst first', () => {
    const before = withPart(
      { parts: [] },
      run(
        'scan',
        ratio('time', 2),
        ratio('throughput', 3, '≥ 2'),
        ratio('hardly', 1),
        ratio('better', 2),
        ratio('gone', 1),
      ),
    );
    const now = withPart(
      before,
      run(
        'scan',
        ratio('time', 3),
        ratio('throughput', 1, '≥ 2'),
        ratio('hardly', 1.09),
        ratio('better', 1),
        ratio('new', 9),
      ),
    );
    expect(slowdowns(now.parts)).toEqual([
      { bench: 'scan', name: 'throughput', times: 3 },
      { bench: 'scan', name: 'time', times: 1.5 },
    ]);
    expect(slowdowns(before.parts)).toEqual([]);
  });

  it('keeps the parts that are not measured again, in their order', () => {
    const both = [run('scan', ratio('time', 2)), run('pages', ratio('time', 4))];
    const report = both.reduce(withPart, { parts: [] });
    const { parts } = withPart(report, run('scan', ratio('time', 1)));
    expect(parts.map(({ name }) => name)).toEqual(['scan', 'pages']);
    expect(parts[0]?.former).toEqual([ratio('time', 2)]);
    expect(parts[1]).toEqual(report.parts[1]);
    const elsewhere = { ...run('scan', ratio('time', 9)), machine: '8 × another' };
    expect(slowdowns(withPart(report, elsewhere).parts)).toEqual([]);
  });

  it('says of each target whether it is reached', () => {
    const first = withPart({ parts: [] }, run('scan', ratio('time', 3.1, '≤ 2.8 ×')));
    const now = withPart(
      first,
      run(
        'scan',
        ratio('time', 2.8, '≤ 2.8 ×'),
        ratio('throughput', 1.5, '≥ 2'),
        figure('memory', 1234.5, 'MiB'),
      ),
    );
    const text = reportText(now, '## What was tried\n');
    expect(text).toContain('1 of 2 targets are reached');
    expect(text).toContain('2026-11-23, 2 × a processor, load 0.0 before and 0.3 after.');
    expect(text).toContain('| time | 2.8 × | 3.1 × | ≤ 2.8 × | reached |');
    expect(text).toContain('| throughput | 1.5 × |  | ≥ 2 × | **missed** |');
    expect(text).toContain('| memory | 1,235 MiB |  |  |  |');
    expect(text).toContain('Nothing by more than a tenth.');
    expect(text).toContain('## What was tried');
  });

  it('draws a level line for a time that does not grow', () => {
    const picture = growthChart(
      [1000, 10_000, 100_000].flatMap((books) => [
        { name: 'level & "quoted"', books, ms: 1 },
        { name: 'growing', books, ms: books / 1000 },
      ]),
    );
    expect(validateXml(picture)).toBe(true);
    const [level = '', growing = ''] = [...picture.matchAll(/points="([^"]*)"/g)].map(
      ([, points = '']) => points,
    );
    const heights = (points: string) =>
      points.split(' ').map((point) => Number(point.split(',')[1]));
    expect(new Set(heights(level)).size).toBe(1);
    const [first = 0, second = 0, third = 0] = heights(growing);
    expect(first - second).toBeCloseTo(second - third, -1);
    expect(first).toBeGreaterThan(third);
  });
});
