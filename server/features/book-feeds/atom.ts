import type { Book } from '../../../shared/api/book-record.ts';
import { escapeMarkup } from '../../text/escape-xml.ts';
import { writeXml, type XmlNode } from '../../text/write-xml.ts';

export interface BookFeed {
  title: string;
  /** Absolute URL of the feed itself. */
  self: string;
  /** Absolute URL of the web app. */
  app: string;
  books: readonly Book[];
  /** Absolute URL of a book's cover; needs no credentials. */
  coverUrl: (id: string) => string;
  /** Time of a feed without books, ISO 8601. */
  now: string;
}

/** Writes an Atom feed (RFC 4287) with one entry per book. */
export const writeBookFeed = ({ title, self, app, books, coverUrl, now }: BookFeed): Buffer =>
  writeXml({
    feed: {
      '@xmlns': 'http://www.w3.org/2005/Atom',
      id: `urn:octavo:new-books:${new URL(self).search || 'all'}`,
      title,
      updated: books[0]?.created_at ?? now,
      author: { name: 'Octavo' },
      link: [
        { '@rel': 'self', '@href': self, '@type': 'application/atom+xml' },
        { '@rel': 'alternate', '@href': app, '@type': 'text/html' },
      ],
      entry: books.map((book) => entryOf(book, app, coverUrl(book.id))),
    },
  });

const entryOf = (book: Book, app: string, cover: string): XmlNode => ({
  id: `urn:uuid:${book.id}`,
  title: book.title === book.series_name ? book.title : `${book.series_name}: ${book.title}`,
  published: book.created_at,
  updated: book.created_at,
  link: [
    { '@rel': 'alternate', '@href': new URL(`book/${book.id}`, app).href, '@type': 'text/html' },
    { '@rel': 'enclosure', '@href': cover, '@type': 'image/jpeg' },
  ],
  content: { '@type': 'html', '#': `<p><img src="${escapeMarkup(cover)}" alt=""></p>` },
});
