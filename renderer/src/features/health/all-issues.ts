import {
  listHealthIssues,
  retryHealthIssues,
  type HealthIssue,
} from '../../../../shared/api/health.ts';
import { maxPageSize } from '../../../../shared/limits.ts';
import { api } from '../../api/client.ts';
import { canRetry } from './can-retry.ts';
import type { HealthView } from './queries.ts';

type Issues = Omit<HealthView, 'page'>;

/** Every issue of a view, also beyond the page that is shown. @throws AppError */
const allIssues = async ({ kind, severity, ignored }: Issues): Promise<HealthIssue[]> => {
  const found: HealthIssue[] = [];
  for (let page = 1; ; page += 1) {
    const query = {
      ...{ kind, severity, page, pageSize: maxPageSize },
      ignored: ignored === true ? ('true' as const) : ('false' as const),
    };
    const { data, totalPages } = await api.call(listHealthIssues, { query });
    found.push(...data);
    if (page >= totalPages) return found;
  }
};

/** Maximum books of one request. */
const maxBooks = 500;

/** Reads all files of a view again that this may help; returns their number. @throws AppError */
export const retryAll = async (view: Issues): Promise<number> => {
  const ids = [...new Set((await allIssues(view)).filter(canRetry).map(({ id }) => id))];
  let started = 0;
  for (let first = 0; first < ids.length; first += maxBooks) {
    const body = { book_ids: ids.slice(first, first + maxBooks) };
    started += (await api.call(retryHealthIssues, { body })).started;
  }
  return started;
};

/** A number of issues with the same cause. */
export interface Cause {
  detail: string;
  count: number;
}

/** Sentences that differ only in their numbers are one cause. */
const causeOf = (detail: string): string => detail.replace(/\d[\d.,]*/g, 'N');

/** The causes of a view's issues, the most frequent first. @throws AppError */
export const causesOf = async (view: Issues): Promise<Cause[]> => {
  const details = (await allIssues(view)).flatMap(({ detail }) =>
    detail === null ? [] : [detail],
  );
  return [...Map.groupBy(details, causeOf).values()]
    .map((group) => ({ detail: group[0] ?? '', count: group.length }))
    .sort((a, b) => b.count - a.count);
};

/** All issues of a view as CSV (RFC 4180). @throws AppError */
export const issuesAsCsv = async (view: Issues): Promise<string> => {
  const rows = (await allIssues(view)).map((issue) => [
    issue.kind,
    issue.library_name,
    issue.series_name,
    issue.title,
    issue.path,
    issue.detail ?? '',
  ]);
  const head = ['kind', 'library', 'series', 'title', 'path', 'detail'];
  return [head, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
};

/** A leading apostrophe keeps a spreadsheet from running a text as a formula. */
const cellOf = (text: string): string =>
  `"${(/^[\s]*[=+\-@]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
