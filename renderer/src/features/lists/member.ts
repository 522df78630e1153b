import type { Book } from '../../../../shared/api/book-record.ts';
import type { Series } from '../../../../shared/api/series-record.ts';

/** What stands on a list. */
export type Member = { kind: 'series'; series: Series } | { kind: 'book'; book: Book };

export const memberId = (member: Member): string =>
  member.kind === 'series' ? member.series.id : member.book.id;

export const memberName = (member: Member): string =>
  member.kind === 'series' ? member.series.name : member.book.title;

/** Whether it is read to the end. */
export const isRead = (member: Member): boolean =>
  member.kind === 'series'
    ? member.series.read_status === 'read'
    : member.book.progress?.is_completed === true;
