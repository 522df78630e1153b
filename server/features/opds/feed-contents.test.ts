import { parseFeed } from 'feedsmith';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { feedRules, type FeedOfRules } from '../../testing/opds-rules.ts';
import { oddName, startOpdsLibrary, type OpdsLibrary } from '../../testing/opds-library.ts';
import { readOpds1, readOpds2 } from '../../testing/readium-opds.ts';

let library: OpdsLibrary;
beforeAll(async () => {
  library = await startOpdsLibrary();
}, 90_000);
afterAll(() => library.stop());

const alice = "Alice's Adventures in Wonderland - Lewis Carroll.epub";

const textOf = async (path: string): Promise<string> => {
  const response = await library.get(path);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text;
};
const jsonOf = async (path: string): Promise<FeedOfRules> => {
  const feed = JSON.parse(await textOf(path)) as FeedOfRules;
  feedRules.parse(feed);
  return feed;
};

describe('OPDS 1.2', () => {
  it('is read by Readium', async () => {
    const series = readOpds1(await textOf('/opds/v1.2/series'));
    const titles = series.Entries.map(({ Title }) => Title);
    expect(titles).toContain('Pepper & Carrot');
    expect(series.OpensearchTotalResults).toBe(titles.length);
    const all = readOpds1(await textOf('/opds/v1.2/books'));
    const facets = all.Links.filter((link) => link.HasRel('http://opds-spec.org/facet'));
    expect(new Set(facets.map(({ FacetGroup }) => FacetGroup))).toEqual(
      new Set(['Library', 'Reading', 'Letter']),
    );
    const withCounts = facets.filter(({ ThrCount }) => ThrCount > 0);
    expect(withCounts.map(({ Title }) => Title)).toEqual(['The books & more', 'The comics & more']);

    const { series_id } = library.book('Pepper & Carrot 006 - The Potion Contest (2015).cbz');
    const books = readOpds1(await textOf(`/opds/v1.2/series/${series_id}`));
    const contest = books.Entries.at(-1);
    expect(contest).toMatchObject({
      Title: 'The Potion Contest',
      Authors: [{ Name: 'David Revoy' }],
      DcLanguage: 'en',
      DcPublisher: 'Self-published',
      DcIssued: '2015-03-30',
      DcExtent: '12 pages',
      Content: 'Pepper oversleeps and reaches the Komona potion contest just in time.',
    });
    expect(contest?.Categories.map(({ Label }) => Label)).toEqual(['Fantasy', 'Comedy']);
    const file = contest?.Links.find((link) => link.HasRel('http://opds-spec.org/acquisition'));
    expect(file?.Type).toBe('application/vnd.comicbook+zip');
  });

  it('is read by feedsmith', async () => {
    const { format, feed } = parseFeed(await textOf('/opds/v1.2/books/latest'));
    expect(format).toBe('atom');
    expect(feed).toMatchObject({ opensearch: { totalResults: 61, itemsPerPage: 50 } });
  });

  it('says how to search, in a description that a program can follow', async () => {
    const xml = await textOf('/opds/v1.2/search.xml');
    const template = /template="([^"]+)"/.exec(xml)?.[1] ?? '';
    const found = readOpds1(await textOf(template.replace('{searchTerms}', 'potion')));
    expect(found.Entries.map(({ Title, Content }) => [Title, Content])).toContainEqual([
      'Books: potion',
      expect.stringMatching(/^\d books$/) as string,
    ]);
    const place = found.Entries[0]?.Links[0]?.Href ?? '';
    const books = readOpds1(await textOf(place));
    expect(books.Entries.map(({ Title }) => Title)).toContain('The Potion Contest');
  });

  it('parts long feeds, each page knowing its neighbours', async () => {
    const { series_id } = library.book('Many 1.cbz');
    const rels = async (query: string) => {
      const feed = readOpds1(await textOf(`/opds/v1.2/series/${series_id}${query}`));
      const paging = feed.Links.filter(({ Href }) => Href.includes('page=')).map(
        ({ Rel, Href }) => `${Rel} ${Href.replace(/.*page=/, '')}`,
      );
      return [feed.Entries.length, ...paging];
    };
    expect(await rels('')).toEqual([50, 'first 1', 'next 2', 'last 2']);
    expect(await rels('?page=2')).toEqual([2, 'first 1', 'previous 1', 'last 2']);
  });

  it('holds any name', async () => {
    const xml = await textOf(`/opds/v1.2/series/${library.book(oddName).series_id}`);
    expect(readOpds1(xml).Entries[0]?.Title).toMatch(
      process.platform === 'win32' ? /^Odd & 'b' 50% ü/ : /^Odd.* & <b>"50%" ü/,
    );
  });

  it('offers only a download of what has no page images', async () => {
    const rels = async (filename: string) => {
      const book = library.book(filename);
      const feed = readOpds1(await textOf(`/opds/v1.2/series/${book.series_id}`));
      const entry = feed.Entries.find(({ Id }) => Id === `urn:uuid:${book.id}`);
      return entry?.Links.slice(2).map(({ Rel, Type }) => `${Rel.replace(/.*\//, '')} ${Type}`);
    };
    const progression = 'progression application/opds-progression+json';
    expect(await rels(alice)).toEqual(['acquisition application/epub+zip', progression]);
    expect(await rels('Page Blanche (fixed layout).epub')).toEqual([
      'acquisition application/epub+zip',
      'stream image/jpeg',
      progression,
    ]);
    expect(await rels('Chapter 01')).toEqual([
      'acquisition application/vnd.comicbook+zip',
      'stream image/jpeg',
      progression,
    ]);
    expect(await rels('Paper 1.pdf')).toEqual([
      'acquisition application/pdf',
      'stream image/jpeg',
      progression,
    ]);
  });
});

describe('OPDS 2.0', () => {
  it('is read by Readium', async () => {
    const root = readOpds2(await jsonOf('/opds/v2'));
    expect(root.Navigation.map(({ Title }) => Title)).toEqual([
      'Continue reading',
      'On deck',
      'Recently added books',
      'Recently added series',
      'Recently updated series',
      'All series',
      'Series by letter',
      'All books',
      'Libraries',
      'Collections',
      'Reading lists',
      'Authors and artists',
      'Publishers',
    ]);
    const [latest] = root.Groups;
    expect(latest?.Metadata).toMatchObject({ Title: 'Recently added books', NumberOfItems: 61 });
    expect(latest?.Publications).toHaveLength(12);
    expect(latest?.Links[0]?.Href).toBe('/opds/v2/books/latest');

    const search = root.Links.find(({ Templated }) => Templated);
    const found = readOpds2(
      await jsonOf((search?.Href ?? '').replace('{?query}', '?query=potion')),
    );
    const contest = found.Groups[0]?.Publications.find(
      ({ Metadata }) => Metadata.Title === 'The Potion Contest',
    );
    expect(contest?.Metadata).toMatchObject({
      Author: [{ Name: 'David Revoy' }],
      BelongsTo: { Series: [{ Name: 'Pepper & Carrot', Position: 6 }] },
    });
    expect(contest?.Images[0]?.TypeLink).toBe('image/jpeg');
  });

  it('narrows the list of series by what was chosen', async () => {
    const feed = await jsonOf('/opds/v2/series?letter=p');
    const titles = feed.navigation?.map(({ title }) => title) ?? [];
    expect(titles.length).toBeGreaterThan(0);
    expect(titles.every((title) => title.startsWith('P'))).toBe(true);
    const active = feed.facets?.flatMap(({ links }) =>
      links.filter(({ rel }) => rel === 'self').map(({ title }) => title),
    );
    expect(active).toEqual(['All libraries', 'Read or not', 'P']);
  });

  it('says of what is empty that it holds nothing', async () => {
    expect(await jsonOf('/opds/v2/series?letter=X')).toMatchObject({
      metadata: { numberOfItems: 0 },
      groups: [],
    });
  });
});
