import { getBookFeedLink, resetBookFeedLink } from '../../../shared/api/book-feeds.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { BookFeedLinks } from './link.ts';

export const bookFeedsRoutes = ({ bookFeedLinks }: { bookFeedLinks: BookFeedLinks }): Route[] => [
  route(getBookFeedLink, ({ caller, basePath }) => below(basePath, bookFeedLinks.link(caller))),
  route(resetBookFeedLink, ({ caller, basePath }) => below(basePath, bookFeedLinks.reset(caller))),
];

const below = (basePath: string, { path }: { path: string }) => ({ path: basePath + path });
