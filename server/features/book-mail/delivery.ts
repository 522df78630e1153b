import { Readable } from 'node:stream';

import type { Logger } from 'pino';

import { isKindle } from '../../../shared/api/book-mail.ts';
import { daysBefore } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { openBody } from '../../http/api/opened-body.ts';
import { neverLocked, type WriteLock } from '../../database/write-lock.ts';
import { createDueWorker, type DueWorker } from '../../lib/due-worker.ts';
import type { BooksService } from '../books/service.ts';
import { maxSendAttempts, retryAt } from '../notifications/schedule.ts';
import { MailError } from '../registration/mail-error.ts';
import type { Mailer } from '../registration/mailer.ts';
import type { BookMailStore, DueMail } from './store.ts';

/** Days for which finished mails stay listed. */
const listedDays = 30;

/** Sends queued books sequentially, so that only one file is read at a time. */
export const createBookMailDelivery = ({
  store,
  books,
  mailer,
  asPerson,
  writeLock = neverLocked,
  clock,
  log,
}: {
  store: BookMailStore;
  books: Pick<BooksService, 'file' | 'readable'>;
  mailer: Pick<Mailer, 'send'>;
  /**
   * Runs work with the access rights of a user. Returns null if the user is no longer active or cannot read
   * books.
   */
  asPerson: <Result>(userPk: number, work: () => Promise<Result>) => Promise<Result> | null;
  clock: () => Date;
  writeLock?: WriteLock;
  log: Pick<Logger, 'warn' | 'error'>;
}): DueWorker => {
  const mail = async ({ address, book_id, title, series_name }: DueMail): Promise<void> => {
    const { body, media_type, download_name } = await (isKindle(address)
      ? books.readable(book_id)
      : books.file(book_id));
    if (body === null || Buffer.isBuffer(body)) return;
    const opened = await openBody(body);
    try {
      const isSent = await mailer.send({
        to: address,
        subject: title,
        text: title === series_name ? title : `${series_name}: ${title}`,
        attachments: [
          {
            filename: download_name ?? title,
            contentType: media_type,
            content: Readable.from(opened.stream(0, (body.size ?? Infinity) - 1)),
          },
        ],
      });
      if (!isSent) {
        throw new AppError(
          'UnprocessableContent',
          'No mail server is set up. An admin can do that in the settings.',
        );
      }
    } finally {
      await opened.close();
    }
  };

  const deliver = async (due: DueMail) => {
    const attempts = due.attempts + 1;
    // Saved before it is sent: it would be sent every minute as long as its success cannot be saved.
    store.begin(due.pk, retryAt(attempts, clock()));
    let error: string | null = null;
    let isFinal = false;
    try {
      await (asPerson(due.user_pk, () => mail(due)) ?? refuse());
    } catch (failure) {
      if (failure instanceof MailError) {
        ({ message: error, isFinal } = failure);
      } else if (failure instanceof AppError) {
        error = failure.message;
        isFinal = failure.code !== 'ServiceUnavailable';
      } else {
        error = 'The file of the book could not be read.';
      }
      log.warn({ book: due.book_id, err: failure }, 'book not mailed');
    }
    await writeLock();
    const now = clock();
    const isOver = error === null || isFinal || attempts >= maxSendAttempts;
    store.settle({
      pk: due.pk,
      status: error === null ? 'sent' : isOver ? 'failed' : 'pending',
      error,
      due_at: isOver ? null : retryAt(attempts, now),
      now: now.toISOString(),
    });
  };

  return createDueWorker({
    async work(signal) {
      store.purge(daysBefore(clock(), listedDays));
      while (!signal.aborted) {
        const due = store.due(clock().toISOString());
        if (due === undefined) break;
        await deliver(due);
      }
      return store.nextDue();
    },
    onError: (error) => log.error({ err: error }, 'books not mailed'),
    writeLock,
    clock,
  });
};

const refuse = (): Promise<never> =>
  Promise.reject(new AppError('NotFound', 'You can no longer read this book'));
