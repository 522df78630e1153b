import type { Endpoint } from '../../endpoint.ts';
import * as bookFeeds from '../book-feeds.ts';
import * as bookMail from '../book-mail.ts';
import { metadataWriteEndpoints } from '../metadata-writes.ts';
import { notificationEndpoints } from '../notifications.ts';

/** Ways out of the library: metadata in files, notifications, feeds and mail. */
export const deliveryArea: readonly Endpoint[] = [
  ...metadataWriteEndpoints,
  ...notificationEndpoints,
  bookFeeds.getBookFeedLink,
  bookFeeds.resetBookFeedLink,
  bookMail.listReaderAddresses,
  bookMail.createReaderAddress,
  bookMail.deleteReaderAddress,
  bookMail.mailBook,
  bookMail.mailSeries,
];
