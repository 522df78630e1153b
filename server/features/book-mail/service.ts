import {
  type BookMail,
  bookMailProblem,
  isReaderService,
  maxPendingMails,
  maxReaderAddresses,
  type ReaderAddress,
} from '../../../shared/api/book-mail.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import { refuseKeys, type Caller } from '../../http/api/caller.ts';
import type { IsOwnAddress } from '../registration/own-address.ts';
import type { BookMailStore, MailableBook } from './store.ts';

export interface BookMailService {
  list(caller: Caller): {
    addresses: ReaderAddress[];
    mails: BookMail[];
    max_file_bytes: number | null;
  };
  /**
   * Throws Forbidden for an API key. Throws Forbidden for an address that is neither the caller's own nor of
   * Kindle or PocketBook, unless the caller is an admin, and for the caller's own until it is confirmed. Throws Conflict for a duplicate and beyond the
   * limit.
   */
  add(
    caller: Caller,
    address: Pick<ReaderAddress, 'name' | 'address'>,
    site: string,
  ): ReaderAddress;
  remove(caller: Caller, id: string): void;
  /**
   * Queues a book. Throws NotFound, Conflict if too many mails are pending, and UnprocessableContent for a
   * book that cannot be sent.
   */
  send(caller: Caller, bookId: string, addressId: string): BookMail;
  /** Throws NotFound for an unknown series or address. */
  sendSeries(caller: Caller, seriesId: string, addressIds: readonly string[]): void;
  /** Queues the books that a scan added to series that are sent automatically. */
  onScanEnd(taskId: string): void;
}

export const createBookMailService = ({
  store,
  maxFileBytes,
  isOwnAddress,
  onQueued,
  clock,
}: {
  store: BookMailStore;
  /** Maximum size of a file that can be sent, bytes; null without a mail server. */
  maxFileBytes: () => number | null;
  isOwnAddress: IsOwnAddress;
  onQueued: () => void;
  clock: () => Date;
}): BookMailService => {
  const now = () => clock().toISOString();
  const addressOf = ({ user_pk }: Caller, id: string): ReaderAddress => {
    const found = store.addresses(user_pk).find((address) => address.id === id);
    if (!found) throw notFound('E-reader', id);
    return found;
  };
  const refuseProblem = (book: MailableBook, address: string) => {
    const maxBytes = maxFileBytes();
    const problem = bookMailProblem(book, address, maxBytes);
    if (problem === null) return;
    const sentences = {
      no_server: 'No mail server is set up. An admin can do that in the settings.',
      not_for_kindle: 'A Kindle accepts EPUB and PDF by e-mail, but not comic archives',
      too_large: `This book has ${megabytes(book.file_size)} MB; the mail server takes files up to ${megabytes(maxBytes ?? 0)} MB`,
    };
    throw new AppError('UnprocessableContent', sentences[problem]);
  };

  return {
    list: ({ user_pk }) => ({
      addresses: store.addresses(user_pk),
      mails: store.mails(user_pk),
      max_file_bytes: maxFileBytes(),
    }),
    add(caller, { name, address }, site) {
      refuseKey(caller);
      const isAllowed =
        isReaderService(address) ||
        caller.permissions.has('system-admin') ||
        isOwnAddress(caller, address, site);
      if (!isAllowed) {
        throw new AppError(
          'Forbidden',
          'Only admins can add an address other than their own, of Kindle or of PocketBook',
        );
      }
      if (store.addresses(caller.user_pk).length >= maxReaderAddresses) {
        throw new AppError('Conflict', `You can have at most ${maxReaderAddresses} e-readers`);
      }
      const id = store.addAddress(caller.user_pk, { name, address }, now());
      if (id === null) throw new AppError('Conflict', 'You have added this address already');
      return addressOf(caller, id);
    },
    remove({ user_pk }, id) {
      if (!store.removeAddress(user_pk, id)) throw notFound('E-reader', id);
    },
    send(caller, bookId, addressId) {
      const book = store.book(bookId);
      if (!book) throw notFound('Book', bookId);
      const { address } = addressOf(caller, addressId);
      refuseProblem(book, address);
      if (store.waiting(caller.user_pk) >= maxPendingMails) {
        throw new AppError('Conflict', `At most ${maxPendingMails} books can wait to be sent`);
      }
      const id = store.enqueue(caller.user_pk, addressId, book.pk, now());
      onQueued();
      const mail = store.mails(caller.user_pk).find((entry) => entry.id === id);
      if (!mail) throw notFound('Book', bookId);
      return mail;
    },
    sendSeries(caller, seriesId, addressIds) {
      const pk = store.seriesPk(seriesId);
      if (pk === undefined) throw notFound('Series', seriesId);
      for (const id of addressIds) addressOf(caller, id);
      store.setSeries(caller.user_pk, pk, addressIds);
    },
    onScanEnd(taskId) {
      const maxBytes = maxFileBytes();
      let queued = false;
      for (const { user_pk, address_id, address, book_id } of store.added(taskId)) {
        const book = store.book(book_id);
        // Skips books that cannot be sent; the notification of new books mentions them.
        if (!book || bookMailProblem(book, address, maxBytes) !== null) continue;
        if (store.waiting(user_pk) >= maxPendingMails) continue;
        store.enqueue(user_pk, address_id, book.pk, now());
        queued = true;
      }
      if (queued) onQueued();
    },
  };
};

const refuseKey = refuseKeys('An API key or a paired device cannot add e-readers');

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);
