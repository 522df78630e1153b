import { getBookFeedLink, resetBookFeedLink } from '../../../shared/api/book-feeds.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { BookFeedLinks } from './link.ts';

export const bookFeedsRoutes = ({ bookFeedLinks }: { bookFeedLinks: BookFeedLinks }): Route[] => [
  route(getBookFeedLink, ({ caller, publicUrl }) => bookFeedLinks.link(caller, publicUrl)),
  route(resetBookFeedLink, ({ caller, publicUrl }) => bookFeedLinks.reset(caller, publicUrl)),
];
