import {
  addWanted,
  arrangeWanted,
  listWanted,
  listWantedIds,
  removeWanted,
} from '../../../shared/api/want-to-read.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { WantToReadService } from './service.ts';

export const wantToReadRoutes = ({ wantToRead }: { wantToRead: WantToReadService }): Route[] => [
  route(listWanted, ({ caller, query }) => wantToRead.list(caller, query)),
  route(listWantedIds, ({ caller }) => wantToRead.ids(caller)),
  route(addWanted, ({ caller, body }) => wantToRead.add(caller, body.ids)),
  route(arrangeWanted, ({ caller, body }) => wantToRead.arrange(caller, body.ids)),
  route(removeWanted, ({ caller, body }) => wantToRead.remove(caller, body.ids)),
];
