import type { ForeignDatabase } from '../../../lib/foreign-database/foreign-database.ts';
import type { ImportRecord } from '../model.ts';
import { languageTag } from './calibre-values.ts';
import {
  ageOf,
  chapterLocks,
  kavitaNames,
  kavitaRoles,
  kavitaStatuses,
  seriesLocks,
  type KavitaFiles,
} from './kavita-schema.ts';
import { countOf, flagOf, foreignText, idOf, instantOf, numberOf } from './values.ts';

type Row = Record<string, unknown>;

/** Locked fields. The values of other fields are in the files. */
export async function* kavitaEdits(
  database: ForeignDatabase,
  files: KavitaFiles,
): AsyncGenerator<ImportRecord[]> {
  yield* seriesEdits(database);
  yield* chapterEdits(database, files);
}

const columnsOf = (database: ForeignDatabase, table: string, names: readonly string[]) =>
  names.filter((name) => database.has(table, name));

/** Values of a link table, by the id of their owner. */
const linked = async (database: ForeignDatabase, table: string, sql: string) =>
  Map.groupBy(database.has(table) ? await database.all<Row>(sql) : [], (row) => idOf(row['owner']));

const titles = (
  database: ForeignDatabase,
  link: string,
  [owner, member]: readonly [string, string],
  table: 'Genre' | 'Tag',
) =>
  linked(
    database,
    link,
    `SELECT l.${owner} AS owner, t.Title AS value FROM ${link} l JOIN ${table} t ON t.Id = l.${member}
     ORDER BY l.rowid`,
  );

/** Creators of series or chapters, with the number of their role. */
const peopleOf = async (database: ForeignDatabase, kind: 'series' | 'chapter') => {
  const [table, owner] =
    kind === 'series'
      ? (['SeriesMetadataPeople', 'SeriesMetadataId'] as const)
      : (['ChapterPeople', 'ChapterId'] as const);
  if (database.has(table) || kind === 'chapter' || !database.has('Person', 'Role')) {
    return linked(
      database,
      table,
      `SELECT l.${owner} AS owner, l.Role AS role, p.Name AS value FROM ${table} l
       JOIN Person p ON p.Id = l.PersonId ORDER BY l.rowid`,
    );
  }
  return linked(
    database,
    'PersonSeriesMetadata',
    `SELECT l.SeriesMetadatasId AS owner, p.Role AS role, p.Name AS value FROM PersonSeriesMetadata l
     JOIN Person p ON p.Id = l.PeopleId ORDER BY l.rowid`,
  );
};

interface Lists {
  people: readonly Row[];
  genres: readonly Row[];
  tags: readonly Row[];
}

const valuesIn = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ value }) => foreignText(value, 255) ?? []);

/** Locked fields among those that series and chapters have in common. */
const sharedFields = (row: Row, { people, genres, tags }: Lists): Row => {
  const fields: Row = {};
  const isLocked = (name: string) => flagOf(row[`${name}Locked`]);
  const named = (role: number) =>
    valuesIn(people.filter((person) => Number(person['role']) === role));
  if (isLocked('Summary')) fields['summary'] = foreignText(row['Summary'], 20_000);
  if (isLocked('AgeRating')) fields['age_rating'] = ageOf(numberOf(row['AgeRating']));
  if (isLocked('Language')) {
    fields['language'] = languageTag(foreignText(row['Language'], 50) ?? undefined);
  }
  if (isLocked('Genres')) fields['genres'] = valuesIn(genres);
  if (isLocked('Tags')) fields['tags'] = valuesIn(tags);
  if (isLocked('Publisher')) fields['publisher'] = named(kavitaNames.publisher)[0] ?? null;
  if (isLocked('Imprint')) fields['imprint'] = named(kavitaNames.imprint)[0] ?? null;
  // Octavo has one lock for all roles.
  if (Object.keys(kavitaRoles).some((lock) => flagOf(row[lock]))) {
    fields['authors'] = Object.values(kavitaRoles).flatMap(([role, name]) =>
      named(role).map((author) => ({ name: author, role: name })),
    );
  }
  return fields;
};

const editRecord = (
  about: { id: string; series: string | null; book: string | null },
  values: Row,
): ImportRecord[] => {
  const locks = Object.keys(values);
  return locks.length === 0 ? [] : [{ kind: 'edit', ...about, values, locks }];
};

async function* seriesEdits(database: ForeignDatabase): AsyncGenerator<ImportRecord[]> {
  const people = await peopleOf(database, 'series');
  const genres = await titles(
    ...([database, 'GenreSeriesMetadata', ['SeriesMetadatasId', 'GenresId'], 'Genre'] as const),
  );
  const tags = await titles(
    ...([database, 'SeriesMetadataTag', ['SeriesMetadatasId', 'TagsId'], 'Tag'] as const),
  );
  const names = ['NameLocked', 'SortNameLocked', 'LocalizedNameLocked'];
  const columns = [
    ...columnsOf(database, 'Series', names).map((name) => `s.${name}`),
    ...columnsOf(database, 'SeriesMetadata', ['ReleaseYear', ...seriesLocks]).map(
      (name) => `m.${name}`,
    ),
  ];
  const rows = database.batches<Row>(
    `SELECT ${['s.Id', 'm.Id AS metadata', 's.Name', 's.SortName', 's.LocalizedName', 'm.Summary', 'm.AgeRating', 'm.PublicationStatus', 'm.Language', ...columns].join(', ')}
     FROM Series s JOIN SeriesMetadata m ON m.SeriesId = s.Id`,
  );
  for await (const batch of rows) {
    yield batch.flatMap((row) => {
      const series = idOf(row['Id']);
      const key = idOf(row['metadata']);
      const values = sharedFields(row, {
        people: people.get(key) ?? [],
        genres: genres.get(key) ?? [],
        tags: tags.get(key) ?? [],
      });
      const localized = foreignText(row['LocalizedName']);
      const status = kavitaStatuses[countOf(row['PublicationStatus']) ?? 0];
      if (flagOf(row['NameLocked'])) values['name'] = foreignText(row['Name']);
      if (flagOf(row['SortNameLocked'])) values['name_sort'] = foreignText(row['SortName']);
      if (flagOf(row['LocalizedNameLocked']) && localized !== null) {
        values['alternate_titles'] = [{ label: 'Localized', title: localized }];
      }
      if (flagOf(row['PublicationStatusLocked'])) values['status'] = status ?? null;
      if (flagOf(row['ReleaseYearLocked'])) values['year'] = countOf(row['ReleaseYear']) || null;
      return editRecord({ id: `series/${series}`, series, book: null }, values);
    });
  }
}

async function* chapterEdits(
  database: ForeignDatabase,
  files: KavitaFiles,
): AsyncGenerator<ImportRecord[]> {
  const locks = columnsOf(database, 'Chapter', chapterLocks);
  // Chapters can be edited since Kavita 0.8.4.
  if (locks.length === 0) return;
  const people = await peopleOf(database, 'chapter');
  const genres = await titles(database, 'ChapterGenre', ['ChaptersId', 'GenresId'], 'Genre');
  const tags = await titles(database, 'ChapterTag', ['ChaptersId', 'TagsId'], 'Tag');
  const given = ['MinNumber', 'ReleaseDate', 'Language', 'ISBN', 'AgeRating'];
  const columns = [...columnsOf(database, 'Chapter', given), ...locks];
  const rows = database.batches<Row>(
    `SELECT Id, TitleName, Summary, ${columns.join(', ')} FROM Chapter
     WHERE ${locks.join(' OR ')}`,
  );
  for await (const batch of rows) {
    yield batch.flatMap((row) => {
      const key = idOf(row['Id']);
      const list = people.get(key) ?? [];
      const values = sharedFields(row, {
        people: list,
        genres: genres.get(key) ?? [],
        tags: tags.get(key) ?? [],
      });
      const named = (role: number) =>
        valuesIn(list.filter((person) => Number(person['role']) === role));
      if (flagOf(row['TitleNameLocked'])) values['title'] = foreignText(row['TitleName']);
      if (flagOf(row['ISBNLocked'])) values['isbn'] = foreignText(row['ISBN'], 32);
      if (flagOf(row['SortOrderLocked'])) values['number'] = numberOf(row['MinNumber']);
      if (flagOf(row['ReleaseDateLocked'])) {
        values['release_date'] = instantOf(row['ReleaseDate'])?.slice(0, 10) ?? null;
      }
      if (flagOf(row['CharacterLocked'])) values['characters'] = named(kavitaNames.character);
      if (flagOf(row['TeamLocked'])) values['teams'] = named(kavitaNames.team);
      if (flagOf(row['LocationLocked'])) values['locations'] = named(kavitaNames.location);
      return (files.get(key) ?? []).flatMap(({ id }) =>
        editRecord({ id: `book/${id}`, series: null, book: id }, values),
      );
    });
  }
}
