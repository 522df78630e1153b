import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, line, timestamp, uuid } from '../schemas.ts';
import { emailSchema } from './account-fields.ts';
import { type Book, isEbook } from './book-record.ts';

/** Maximum addresses of a person. */
export const maxReaderAddresses = 10;
/** Maximum mails that wait for one person. */
export const maxPendingMails = 100;

export const readerAddressSchema = z
  .object({
    id: uuid,
    name: z.string(),
    address: z.string(),
    series_ids: z.array(uuid).describe('Series whose new books are sent automatically'),
    created_at: timestamp,
  })
  .meta({ id: 'ReaderAddress' });
export type ReaderAddress = z.infer<typeof readerAddressSchema>;

export const bookMailSchema = z
  .object({
    id: uuid,
    address_id: uuid,
    book: z.object({ id: uuid, title: z.string(), series_name: z.string() }),
    status: z.enum(['pending', 'sent', 'failed']),
    error: z.string().nullable().describe('Why the last attempt failed'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'BookMail' });
export type BookMail = z.infer<typeof bookMailSchema>;

/** Why a book cannot be sent to an address. */
export type BookMailProblem = 'no_server' | 'too_large' | 'not_for_kindle';

/** Amazon accepts EPUB and PDF by e-mail; other texts are sent as the EPUB that is made from them. */
const isForKindle = (format: Book['format']): boolean => isEbook(format) || format === 'pdf';

export const isKindle = (address: string): boolean => /@(free\.)?kindle\.com$/i.test(address);

/** Whether an address belongs to a service that only receives books of its owner. */
export const isReaderService = (address: string): boolean =>
  isKindle(address) || /@pbsync\.com$/i.test(address);

/**
 * Why a book cannot be sent, or null. `maxBytes` is the largest file that the mail server takes,
 * null without a mail server.
 */
export const bookMailProblem = (
  { format, file_size }: Pick<Book, 'format' | 'file_size'>,
  address: string,
  maxBytes: number | null,
): BookMailProblem | null => {
  if (maxBytes === null) return 'no_server';
  if (isKindle(address) && !isForKindle(format)) return 'not_for_kindle';
  return file_size > maxBytes ? 'too_large' : null;
};

const tag = 'Send to e-readers';

export const listReaderAddresses = endpoint({
  id: 'listReaderAddresses',
  method: 'GET',
  path: '/reader-addresses',
  access: ['books-read'],
  tag,
  summary: 'The caller’s e-readers that receive books by e-mail, and the last books sent',
  response: z.object({
    addresses: z.array(readerAddressSchema),
    mails: z.array(bookMailSchema).describe('The last 50, the newest first'),
    max_file_bytes: z
      .int()
      .nullable()
      .describe('The largest file that can be sent; null without a mail server'),
  }),
});

export const createReaderAddress = endpoint({
  id: 'createReaderAddress',
  method: 'POST',
  path: '/reader-addresses',
  access: ['books-read'],
  tag,
  summary: 'Adds the e-mail address of an e-reader',
  description:
    'An address at Kindle or PocketBook, or the caller’s own; only admins can add others (403), so that the household’s mail server does not write to strangers. An address that only the caller entered is confirmed by a link first (403). Not with an API key (403).',
  body: z.object({ name: line(100), address: emailSchema }),
  response: readerAddressSchema,
  status: 201,
  errors: ['Conflict'],
});

export const deleteReaderAddress = endpoint({
  id: 'deleteReaderAddress',
  method: 'DELETE',
  path: '/reader-addresses/{id}',
  access: ['books-read'],
  tag,
  summary: 'Removes an e-reader and the books queued for it',
  params: byId,
  status: 204,
  errors: ['NotFound'],
});

export const mailBook = endpoint({
  id: 'mailBook',
  method: 'POST',
  path: '/books/{id}/mail',
  access: ['books-read', 'books-download'],
  tag,
  summary: 'Sends a book to an e-reader by e-mail',
  description:
    'Queued: failures of the mail server are retried for half a day. 422 for a file that is too large, or of a format that the e-reader does not take.',
  params: byId,
  body: z.object({ address_id: uuid }),
  response: bookMailSchema,
  errors: ['NotFound', 'Conflict', 'UnprocessableContent'],
});

export const mailSeries = endpoint({
  id: 'mailSeries',
  method: 'PUT',
  path: '/series/{id}/mail',
  access: ['books-read', 'books-download'],
  tag,
  summary: 'Chooses the e-readers to which new books of a series are sent automatically',
  params: byId,
  body: z.object({ address_ids: z.array(uuid).max(maxReaderAddresses) }),
  status: 204,
  errors: ['NotFound'],
});
