import { expect, test } from 'vitest';

import { emptyMetadata } from './metadata.ts';
import { tidyMetadata } from './tidy-metadata.ts';

test('metadata of a file has no control characters, and is bounded', () => {
  const long = 'x'.repeat(100_000);
  const metadata = {
    ...emptyMetadata,
    title: 'A\0title\x1b[31m',
    series: long,
    publisher: '\x07',
    summary: `One\n${long}`,
    number: 7,
    tags: ['\0', 'wet', ...Array.from({ length: 5000 }, (_, index) => `tag ${index}`)],
    authors: [{ name: `Ann\r\n\x9b${long}`, role: 'writer' }],
  };
  const tidy = tidyMetadata(metadata);
  expect(tidy).toMatchObject({ title: 'A title [31m', publisher: null, number: 7 });
  expect(tidy.series).toHaveLength(2048);
  expect(tidy.summary).toHaveLength(65_536);
  expect(tidy.tags.slice(0, 2)).toEqual(['wet', 'tag 0']);
  expect(tidy.tags.length).toBeLessThanOrEqual(1000);
  expect(tidy.authors[0]?.name).toHaveLength(2048);
  expect(tidyMetadata(tidy)).toEqual(tidy);
});
