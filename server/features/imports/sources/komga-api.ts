import { isRecord } from '../../../../shared/is-record.ts';
import { ForeignDatabaseError } from '../../../lib/foreign-database/foreign-database.ts';
import type { ImportRecord } from '../model.ts';
import {
  createKomgaClient,
  objectsIn,
  type Connection,
  type KomgaJson,
  type KomgaClient,
} from './komga-client.ts';
import { editedBooks, editedSeries, komgaEdit, type KomgaEdited } from './komga-edits.ts';
import { komgaPerson } from './komga-person.ts';
import { komgaProgress } from './komga.ts';
import type { SourceContext } from './source.ts';
import { countOf, flagOf, foreignText, idOf, instantOf, numberOf, pathOfUrl } from './values.ts';
import { noHashes } from './records.ts';

interface ApiContext extends Pick<SourceContext, 'signal' | 'saveImage'> {
  /** Called for each cover or exact position that the server does not deliver. */
  leaveOut: () => void;
}

/**
 * Reads the API of a Komga server as the user who signs in. Includes the progress of that user. For an admin,
 * includes all other users, but not their progress, which is only available in the database.
 */
export async function* komgaApiRecords(
  connection: Connection,
  { signal, saveImage, leaveOut }: ApiContext,
): AsyncGenerator<ImportRecord[]> {
  const client = createKomgaClient(connection, signal);
  const me = await client.get('/api/v2/users/me');
  if (!isRecord(me) || idOf(me['id']) === '') {
    throw new ForeignDatabaseError(
      'At this address is no Komga that Octavo knows. Check the address.',
    );
  }
  const libraries = objectsIn(await client.get('/api/v1/libraries'));
  yield libraries.map((library) => ({
    kind: 'library',
    id: idOf(library['id']),
    name: foreignText(library['name'], 255) ?? '?',
    // Only admins can see the root folder.
    folders: [pathOfUrl(library['root']) ?? '/'],
  }));
  const isAdmin = listOf(me['roles']).includes('ADMIN');
  const people = isAdmin ? objectsIn(await client.get('/api/v2/users')) : [];
  const id = idOf(me['id']);
  yield [me, ...people.filter((person) => idOf(person['id']) !== id)].map(personOf);
  const series: string[] = [];
  for await (const page of client.pages('/api/v1/series?sort=createdDate,asc')) {
    series.push(...page.map((item) => idOf(item['id'])));
    yield page.flatMap(seriesRecords);
  }
  for await (const page of client.pages('/api/v1/books?sort=createdDate,asc')) {
    yield page.flatMap(bookRecords);
    for (const book of page) {
      const positions = await progressOf(client, id, book, leaveOut);
      if (positions.length > 0) yield positions;
    }
  }
  yield* lists(client);
  yield* covers(client, series, { saveImage, leaveOut });
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const textsIn = (value: unknown): string[] =>
  listOf(value).flatMap((entry) => foreignText(entry, 255) ?? []);

const personOf = (person: KomgaJson): ImportRecord => {
  const age = isRecord(person['ageRestriction']) ? person['ageRestriction'] : {};
  const known = komgaPerson({
    id: idOf(person['id']),
    email: foreignText(person['email'], 255),
    roles: listOf(person['roles']),
    libraries: flagOf(person['sharedAllLibraries']) ? null : textsIn(person['sharedLibrariesIds']),
    age: countOf(age['age']),
    onlyYounger: age['restriction'] === 'ALLOW_ONLY',
    allowed: textsIn(person['labelsAllow']),
    denied: textsIn(person['labelsExclude']),
  });
  // Other servers with this API may have users without an e-mail address.
  return { ...known, email: known.email?.includes('@') === true ? known.email : null };
};

/** Name of the database column for a field of the API: `titleSortLock` is `TITLE_SORT_LOCK`. */
const columnOf = (name: string) => name.replace(/[A-Z]/g, (sign) => `_${sign}`).toUpperCase();

/** The edit of a series or book, if any of its fields is locked. */
const editsOf = (id: string, metadata: KomgaJson, edited: KomgaEdited): ImportRecord[] => {
  const isLocked = Object.entries(metadata).some(
    ([name, value]) => name.endsWith('Lock') && value === true,
  );
  if (!isLocked) return [];
  const row: KomgaJson = { [edited.owner]: id };
  for (const [name, value] of Object.entries(metadata)) row[columnOf(name)] = value;
  const children = new Map(
    Object.entries(edited.lists).map(([name, [, parts]]) => {
      const entries = listOf(row[name]).map((entry): KomgaJson => {
        if (!isRecord(entry)) return { [parts[0] ?? '']: entry };
        return Object.fromEntries(parts.map((part) => [part, entry[part.toLowerCase()]]));
      });
      return [name, new Map([[id, entries]])] as const;
    }),
  );
  return [komgaEdit(row, edited, children)];
};

const seriesRecords = (series: KomgaJson): ImportRecord[] => {
  const id = idOf(series['id']);
  const metadata = isRecord(series['metadata']) ? series['metadata'] : {};
  const path = pathOfUrl(series['url']);
  return [
    {
      kind: 'series',
      ...{ id, library: idOf(series['libraryId']) },
      name: foreignText(metadata['title']) ?? foreignText(series['name']) ?? '?',
      folder: path === '' ? null : path,
    },
    ...editsOf(id, metadata, editedSeries),
  ];
};

const isText = (media: KomgaJson) => media['mediaType'] === 'application/epub+zip';

const bookRecords = (book: KomgaJson): ImportRecord[] => {
  const id = idOf(book['id']);
  const metadata = isRecord(book['metadata']) ? book['metadata'] : {};
  const media = isRecord(book['media']) ? book['media'] : {};
  return [
    {
      kind: 'book',
      ...{ id, library: idOf(book['libraryId']), series: idOf(book['seriesId']) },
      title: foreignText(metadata['title']) ?? foreignText(book['name']) ?? '?',
      path: pathOfUrl(book['url']),
      size: countOf(book['sizeBytes']),
      pages: isText(media) ? null : countOf(media['pagesCount']),
      number: numberOf(metadata['numberSort']),
      hashes: { ...noHashes, xxh128: foreignText(book['fileHash'], 64) },
    },
    ...editsOf(id, metadata, editedBooks),
  ];
};

const progressOf = async (
  client: KomgaClient,
  person: string,
  book: KomgaJson,
  leaveOut: () => void,
): Promise<ImportRecord[]> => {
  const progress = book['readProgress'];
  if (!isRecord(progress)) return [];
  const id = idOf(book['id']);
  const media = isRecord(book['media']) ? book['media'] : {};
  const isPlace = isText(media) && progress['completed'] !== true;
  const path = `/api/v1/books/${encodeURIComponent(id)}/progression`;
  const found = isPlace ? await client.optional(() => client.find(path)) : { answer: null };
  if (found === null) leaveOut();
  const exact = found?.answer;
  const locator = isRecord(exact) && isRecord(exact['locator']) ? exact['locator'] : null;
  return komgaProgress({
    ...{ USER_ID: person, BOOK_ID: id, PAGE: progress['page'], COMPLETED: progress['completed'] },
    CREATED_DATE: progress['created'],
    LAST_MODIFIED_DATE: progress['lastModified'],
    READ_DATE: progress['readDate'],
    PAGE_COUNT: media['pagesCount'],
    device_id: progress['deviceId'],
    device_name: progress['deviceName'],
    locator: locator === null ? null : JSON.stringify(locator),
  });
};

async function* lists(client: KomgaClient): AsyncGenerator<ImportRecord[]> {
  const fieldsOf = (list: KomgaJson) => ({
    id: idOf(list['id']),
    name: foreignText(list['name'], 255) ?? '?',
    is_ordered: flagOf(list['ordered']),
    created_at: instantOf(list['createdDate']),
  });
  for await (const page of client.pages('/api/v1/collections')) {
    yield page.map((list) => ({
      kind: 'collection',
      ...fieldsOf(list),
      series: textsIn(list['seriesIds']),
    }));
  }
  for await (const page of client.pages('/api/v1/readlists')) {
    yield page.map((list) => ({
      kind: 'read_list',
      ...fieldsOf(list),
      summary: foreignText(list['summary'], 10_000),
      books: textsIn(list['bookIds']),
    }));
  }
}

/** Uploaded and selected covers of series. */
async function* covers(
  client: KomgaClient,
  series: readonly string[],
  { saveImage, leaveOut }: Omit<ApiContext, 'signal'>,
): AsyncGenerator<ImportRecord[]> {
  const read = async (id: string): Promise<ImportRecord[]> => {
    const path = `/api/v1/series/${encodeURIComponent(id)}/thumbnails`;
    const chosen = objectsIn(await client.find(path)).find(
      ({ type, selected }) => type === 'USER_UPLOADED' && selected === true,
    );
    if (!chosen) return [];
    const key = idOf(chosen['id']);
    const image = await saveImage(await client.image(`${path}/${encodeURIComponent(key)}`));
    return [{ kind: 'cover', id: key, series: id, book: null, image }];
  };
  for (const id of series) {
    const found = await client.optional(() => read(id));
    if (found === null) leaveOut();
    else if (found.answer.length > 0) yield found.answer;
  }
}
