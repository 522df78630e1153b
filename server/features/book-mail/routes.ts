import {
  createReaderAddress,
  deleteReaderAddress,
  listReaderAddresses,
  mailBook,
  mailSeries,
} from '../../../shared/api/book-mail.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import { linkUrl } from '../../http/net/site-url.ts';
import type { BookMailService } from './service.ts';

export const bookMailRoutes = ({ bookMail }: { bookMail: BookMailService }): Route[] => [
  route(listReaderAddresses, ({ caller }) => bookMail.list(caller)),
  route(createReaderAddress, ({ caller, body, ...request }) => {
    const address = bookMail.add(caller, body, linkUrl(request));
    return new Reply(address, { Location: `/api/v1/reader-addresses/${address.id}` });
  }),
  route(deleteReaderAddress, ({ caller, params }) => bookMail.remove(caller, params.id)),
  route(mailBook, ({ caller, params, body }) => bookMail.send(caller, params.id, body.address_id)),
  route(mailSeries, ({ caller, params, body }) =>
    bookMail.sendSeries(caller, params.id, body.address_ids),
  ),
];
