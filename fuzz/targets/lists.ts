import { readCbl } from '../../server/features/read-lists/cbl.ts';
import { parseSeriesJson } from '../../server/media/series-json/series-json.ts';
import { xmlTokens } from '../metadata-rules.ts';
import { must, type Target } from '../target.ts';

const cbl = `<?xml version="1.0" encoding="utf-8"?>
<ReadingList xmlns:xsd="http://www.w3.org/2001/XMLSchema"><Name>Crisis &amp; Co.</Name><Summary>All</Summary>
<Books><Book Series="Saga" Number="1.5" Volume="2014" Year="-1" Format=""><Id>a</Id><FileName>Saga 1.cbz</FileName></Book>
<Book Series="Bone" Number="HS" /></Books><Matchers /></ReadingList>`;
const json = `{"version":"1.0.2","metadata":{"type":"comicSeries","name":"Saga","publisher":"Image",
"imprint":null,"description_text":"A","year":"2014","status":"Continuing","age_rating":"15+","total_issues":54}}`;

/** Reading lists of ComicRack, and `series.json`. */
export const target: Target = {
  seeds: () => [cbl, json].map((text) => Buffer.from(text)),
  tokens: [
    ...xmlTokens,
    ...['<Book ', '<Books>', '</Books>', 'Series="', 'Number="', '<Name>', '<FileName>'],
    ...['"metadata":{', '"year":', '"total_issues":', '1e999', '[]', '{}', 'null', '9'.repeat(400)],
  ],
  run: (input) => {
    const list = readCbl(input.toString('utf8'));
    const series = parseSeriesJson(input);
    if (series !== null) {
      for (const value of [series.year, series.total_issues, series.age_rating]) {
        must(value === null || Number.isFinite(value), 'a number is one');
      }
    }
    const shape = Object.values({ ...series }).map((value) => (value === null ? 0 : 1));
    if ('problem' in list) return `${list.problem} ${shape.join('')}`;
    must(list.name !== '' && list.name.length <= 255, 'a list has a name');
    for (const { series: name, volume, year } of list.entries) {
      must(name !== '', 'an entry names a series');
      must(
        [volume, year].every((value) => value === null || value >= 0),
        'a number is one',
      );
    }
    return `${list.isComplete} ${Math.min(list.entries.length, 3)} ${shape.join('')}`;
  },
};
