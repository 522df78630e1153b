import type { Book } from '../../../../shared/api/book-record.ts';
import type { Series } from '../../../../shared/api/series-record.ts';

/** An item of a list. */
export type ListItem = { kind: 'series'; series: Series } | { kind: 'book'; book: Book };

export const memberId = (member: ListItem): string =>
  member.kind === 'series' ? member.series.id : member.book.id;

export const memberName = (member: ListItem): string =>
  member.kind === 'series' ? member.series.name : member.book.title;

/** Whether it is completely read. */
export const isRead = (member: ListItem): boolean =>
  member.kind === 'series'
    ? member.series.read_status === 'read'
    : member.book.progress?.is_completed === true;
