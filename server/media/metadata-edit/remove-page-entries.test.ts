import { expect, test } from 'vitest';

import { removePageEntries } from './remove-page-entries.ts';

const before = `<?xml version="1.0"?>
<ComicInfo>
  <PageCount>5</PageCount>
  <Notes>Image="3"</Notes>
  <Pages>
    <Page Image="0" Type="FrontCover" />
    <Page Image='2' Bookmark="Two"></Page>
    <Page Image="3" Type="Advertisement"/>
    <Page Image="4"/>
  </Pages>
</ComicInfo>`;

test('the list of pages follows, and all else stays', () => {
  expect(removePageEntries(Buffer.from(before), [1, 3]).toString()).toBe(`<?xml version="1.0"?>
<ComicInfo>
  <PageCount>3</PageCount>
  <Notes>Image="3"</Notes>
  <Pages>
    <Page Image="0" Type="FrontCover" />
    <Page Image='1' Bookmark="Two"></Page>
    <Page Image="2"/>
  </Pages>
</ComicInfo>`);
  for (const other of ['<ComicInfo><Title>A</Title></ComicInfo>', '<html/>', '<ComicInfo>']) {
    const bytes = Buffer.from(other);
    expect(removePageEntries(bytes, [0])).toBe(bytes);
  }
});
