import { hash } from 'node:crypto';

import type { RecordOf } from '../model.ts';

/** Parts of records that several sources share. */

/** A stable id, equal in every run, for records that a source identifies only by text. */
export const idFrom = (...parts: readonly (string | number)[]): string =>
  hash('sha256', JSON.stringify(parts)).slice(0, 32);

/** Time of records without a date. Everything in Octavo is newer. */
export const undated = new Date(0).toISOString();

/** The reader of a program that has only one. An admin chooses the matching user of Octavo. */
export const onlyReader = (name: string): RecordOf<'person'> => ({
  kind: 'person',
  id: name.toLowerCase(),
  username: name,
  email: null,
  role: 'reader',
  can_download: true,
  restrictions: null,
});

type Progress = RecordOf<'progress'>;

/** Creates the record of a reading position or of the completion of a book. */
export const progressRecord = (
  given: Pick<Progress, 'person' | 'book' | 'is_completed' | 'read_at'> & Partial<Progress>,
): Progress => {
  const { person, book, is_completed, read_at } = given;
  const started = given.started_at ?? read_at;
  return {
    id: `${person}/${book}`.slice(0, 255),
    ...{ page: null, pages: null, share: null, locator: null, device: null },
    ...given,
    kind: 'progress',
    started_at: started < read_at ? started : read_at,
    completed_at: is_completed ? (given.completed_at ?? read_at) : null,
  };
};

/** Creates the record of a completion, for the statistics. */
export const completionRecord = ({
  id,
  person,
  book,
  completed_at,
  read_at,
}: Progress): RecordOf<'reading'> => ({
  kind: 'reading',
  ...{ id, person, book, started_at: null, ended_at: completed_at ?? read_at },
  ...{ pages: 0, seconds: 0, is_completed: true },
});

/** Creates the record of a bookmark at a page. */
export const bookmarkRecord = (
  given: Pick<RecordOf<'annotation'>, 'id' | 'person' | 'book' | 'page' | 'created_at'> &
    Partial<RecordOf<'annotation'>>,
): RecordOf<'annotation'> => ({
  ...{ pages: null, share: null, locator: null, text: null, note: null, color: null },
  type: 'bookmark',
  updated_at: given.created_at,
  ...given,
  kind: 'annotation',
});

export const noHashes: RecordOf<'book'>['hashes'] = {
  xxh128: null,
  sha256: null,
  koreader: null,
  sha1_head: null,
};
