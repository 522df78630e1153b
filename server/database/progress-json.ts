import { jsonBoolean } from './json.ts';

/**
 * The page that is shown for a stored one: a file that was replaced by a shorter one ends before it,
 * and it returns with the longer file.
 */
export const shownPage = (page: string): string =>
  `iif(b.page_count > 0, min(${page}, b.page_count), ${page})`;

const percentage = `CASE
    WHEN p.is_completed THEN 1
    WHEN b.page_count = 0 THEN 0
    ELSE min(1.0, 1.0 * p.current_page / b.page_count) END`;

/**
 * JSON of the progress record from the rows `p` (progress), `b` (its book) and `s` (its series);
 * null without `p`.
 */
export const progressJson = `json(CASE WHEN p.book_pk IS NOT NULL THEN json_object(
  'book_id', b.id,
  'series_id', s.id,
  'current_page', ${shownPage('p.current_page')},
  'page_count', b.page_count,
  'is_completed', ${jsonBoolean('p.is_completed')},
  'percentage', ${percentage},
  'location', p.location,
  'device', json(iif(p.device_id = '' AND p.device_name = '', 'null',
    json_object('id', p.device_id, 'name', p.device_name))),
  'started_at', p.started_at,
  'updated_at', p.updated_at,
  'completed_at', p.completed_at) END)`;

/** The part of it that a compact book has. */
export const compactProgressJson = `json(CASE WHEN p.book_pk IS NOT NULL THEN json_object(
  'current_page', ${shownPage('p.current_page')},
  'is_completed', ${jsonBoolean('p.is_completed')},
  'percentage', ${percentage},
  'updated_at', p.updated_at,
  'completed_at', p.completed_at) END)`;
