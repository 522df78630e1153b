import { basename, dirname } from 'node:path';

import type { FullBook } from '../../../shared/api/books.ts';
import type { Progress } from '../../../shared/api/progress-record.ts';
import { nearestTimestamp } from '../../lib/timestamps.ts';
import { sortTitle } from '../../text/natural.ts';
import type { OpenedRow } from './store.ts';

/**
 * Represents the file as a book. It has no library or series, so both ids are its own: clients
 * store series settings under that id, and detect by it that there is no series.
 */
export const bookOfFile = (row: OpenedRow): FullBook => {
  const { id, facts } = row;
  return {
    id,
    library_id: id,
    library_name: '',
    series_id: id,
    series_name: basename(dirname(row.path)),
    title: facts.title,
    title_sort: facts.title_sort ?? sortTitle(facts.title),
    number: facts.number,
    volume: facts.volume,
    volume_id: null,
    chapter: null,
    number_end: null,
    path: row.path,
    filename: basename(row.path),
    format: row.format,
    file_size: row.file_size,
    file_hash: null,
    page_count: row.page_count,
    analyzed: row.analyzed === 1,
    error: null,
    missing_since: null,
    release_date: facts.release_date,
    language: facts.language,
    summary: facts.summary,
    writers: facts.authors.filter(({ role }) => role === 'writer').map(({ name }) => name),
    cover_ratio: null,
    has_cover: true,
    created_at: row.created_at,
    modified_at: row.opened_at,
    file_modified_at: nearestTimestamp(row.file_modified_ms),
    progress: progressOfFile(row),
    metadata: {
      summary: facts.summary,
      authors: facts.authors,
      publisher: facts.publisher,
      imprint: facts.imprint,
      genres: facts.genres,
      tags: facts.tags,
      isbn: facts.isbn,
      age_rating: facts.age_rating,
      story_arcs: facts.story_arcs,
      characters: facts.characters,
      teams: facts.teams,
      locations: facts.locations,
      web_links: facts.web_links,
      layout: facts.layout,
      community_rating: facts.community_rating,
      identifiers: facts.identifiers,
    },
    note: facts.note,
    other_formats: [],
    checked_at: null,
    good_at: null,
    previous_id: null,
    next_id: null,
    previous_readable_id: null,
    next_readable_id: null,
  };
};

/** The reading progress in the file; null while it is unread. */
export const progressOfFile = ({ id, place, page_count }: OpenedRow): Progress | null =>
  place && {
    book_id: id,
    series_id: id,
    ...place,
    page_count,
    device: null,
    percentage: place.is_completed ? 1 : Math.min(1, place.current_page / Math.max(1, page_count)),
  };
