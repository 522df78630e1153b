import { setImmediate } from 'node:timers/promises';

import type { ExportFormat, ListedAnnotation } from '../../../shared/api/annotations.ts';
import { itemsOf, type ListPage } from '../../database/json.ts';
import { neverCached, type Content } from '../../http/api/content.ts';

/** Records read per batch; other requests are answered in between. */
const readAtOnce = 200;

type ReadPage = (page: number, pageSize: number) => ListPage<ListedAnnotation>;

/** All records as a downloadable file, grouped by book. */
export const exportContent = (format: ExportFormat, time: Date, read: ReadPage): Content => ({
  media_type: format === 'json' ? 'application/json' : 'text/markdown; charset=utf-8',
  etag: `annotations-${time.getTime().toString(36)}`,
  download_name: `annotations.${format === 'json' ? 'json' : 'md'}`,
  cache_control: neverCached,
  body: { size: null, chunks: () => (format === 'json' ? jsonParts(read) : markdownParts(read)) },
});

async function* records(read: ReadPage): AsyncGenerator<ListedAnnotation> {
  for (let page = 1; ; page += 1) {
    const some = itemsOf(read(page, readAtOnce));
    yield* some;
    if (some.length < readAtOnce) return;
    await setImmediate();
  }
}

async function* jsonParts(read: ReadPage): AsyncGenerator<Buffer> {
  let before = '[\n';
  for await (const record of records(read)) {
    yield Buffer.from(before + JSON.stringify(record));
    before = ',\n';
  }
  yield Buffer.from(before === '[\n' ? '[]\n' : '\n]\n');
}

async function* markdownParts(read: ReadPage): AsyncGenerator<Buffer> {
  let bookId = '';
  for await (const record of records(read)) {
    const isNextBook = record.book_id !== bookId;
    bookId = record.book_id;
    yield Buffer.from((isNextBook ? heading(record) : '') + entry(record));
  }
}

const heading = ({ book_title, series_name }: ListedAnnotation): string => {
  const series = series_name === book_title ? '' : `\n*${plain(series_name)}*\n`;
  return `# ${plain(book_title)}\n${series}\n`;
};

const entry = ({ kind, page, text, note, created_at }: ListedAnnotation): string => {
  const quote = text === null ? '' : `${quoted(text)}\n\n`;
  const noteText = note === null || note === '' ? '' : `${plain(note)}\n\n`;
  const mark = kind === 'bookmark' ? 'bookmark, ' : '';
  return `${quote}${noteText}— ${mark}page ${page}, ${created_at.slice(0, 10)}\n\n`;
};

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${plain(line)}`)
    .join('\n');

/** Escapes Markdown, so that quoted text cannot become a heading, link or HTML. */
const plain = (text: string): string => text.replace(/[\\`*_[\]<>#|]/g, '\\$&');
