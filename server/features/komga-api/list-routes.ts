import type { z } from 'zod';

import { notFound } from '../../../shared/errors.ts';
import type { Permission } from '../../../shared/permissions.ts';
import type { RowCondition } from '../../database/condition-types.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { WantToReadService } from '../want-to-read/service.ts';
import { conflictAsBadRequest } from './admin.ts';
import { memberSort, recordsOf } from './entry-pages.ts';
import { listAnswer, type KomgaList } from './list-answer.ts';
import { komgaPage } from './page.ts';
import type { KomgaQuery } from './query.ts';
import { komgaRoute, type KomgaRoute } from './route.ts';
import { seconds } from './values.ts';
import {
  refuseWantToRead,
  wantToReadId,
  type KomgaListed,
  type KomgaLists,
} from './want-to-read.ts';

interface ListChange<Fields> {
  /** Ids of all members, in order. */
  members?: string[] | undefined;
  fields: Fields;
}

/** The differences between collections and reading lists. */
interface ListKind<Created, Changed> {
  /** Path of all lists: `/api/v1/collections`. */
  path: string;
  needs: { read: Permission; members: Permission; write: Permission; delete: Permission };
  lists: KomgaLists;
  wantToRead: Pick<WantToReadService, 'setOfKind'>;
  /** Further fields of a list. */
  record: (list: KomgaListed, memberIds: string[]) => object;
  member: {
    kind: 'series' | 'book';
    /** For messages. */
    label: string;
    /** Segment below a list: `series`. */
    segment: string;
    /** Path of the lists that contain a member. */
    listsPath: string;
    exists: (caller: Caller, id: string) => boolean;
    list: KomgaList;
    /** Field of a filter by list. */
    field: string;
    filter: (query: KomgaQuery) => RowCondition;
    /** Properties of the list's own order, and of the order of a list without one. */
    sort: readonly [place: string, ...others: string[]];
  };
  createBody: z.ZodType<ListChange<Created> & { members: string[] }>;
  changeBody: z.ZodType<ListChange<Changed>>;
  create: (fields: Created, members: string[]) => KomgaListed | Promise<KomgaListed>;
  update: (id: string, fields: Changed) => unknown;
  reorder: (id: string, members: string[]) => unknown;
  remove: (id: string) => Promise<void>;
}

/** Endpoints for lists, their members, and the lists of a member. */
export const komgaListRoutes = <Created extends object, Changed extends { name?: unknown }>(
  kind: ListKind<Created, Changed>,
): KomgaRoute[] => {
  const { path, lists, member, needs } = kind;
  const answer = listAnswer(member.list);
  const recordOf = (caller: Caller) => (list: KomgaListed) => ({
    id: list.id,
    name: list.name,
    ordered: list.ordered,
    ...kind.record(list, lists.members(caller, list.id)),
    createdDate: seconds(list.created_at),
    lastModifiedDate: seconds(list.updated_at),
    filtered: false,
  });
  return [
    komgaRoute({ method: 'GET', path, needs: [needs.read] }, ({ caller, query }) => {
      const page = query.page();
      const found = lists.page(caller, page, {
        search: query.text('search'),
        library_ids: query.list('library_id'),
      });
      return komgaPage(recordsOf(found, recordOf(caller)), page, true);
    }),
    komgaRoute(
      { method: 'GET', path: `${path}/:id`, needs: [needs.read] },
      ({ caller, params: { id = '' } }) => recordOf(caller)(lists.get(caller, id)),
    ),
    komgaRoute(
      { method: 'GET', path: `${path}/:id/${member.segment}`, needs: [needs.read, needs.members] },
      ({ caller, query, params: { id = '' } }) =>
        answer(caller, query, {
          filter: {
            allOf: [{ field: member.field, operator: 'is', value: id }, member.filter(query)],
          },
          search: query.text('search') ?? '',
          sort: memberSort(query, lists.get(caller, id), ...member.sort),
        }),
    ),
    komgaRoute(
      { method: 'GET', path: member.listsPath, needs: [needs.read, needs.members] },
      ({ caller, params: { id = '' } }) => {
        if (!member.exists(caller, id)) throw notFound(member.label, id);
        return lists.withMember(caller, id).map(recordOf(caller));
      },
    ),
    komgaRoute(
      { method: 'POST', path, needs: [needs.write], admin: true, body: kind.createBody },
      async ({ caller, body: { fields, members } }) =>
        recordOf(caller)(
          await conflictAsBadRequest(async () => await kind.create(fields, members)),
        ),
    ),
    komgaRoute(
      {
        method: 'PATCH',
        path: `${path}/:id`,
        needs: [needs.write],
        admin: true,
        body: kind.changeBody,
      },
      ({ caller, params: { id = '' }, body: { fields, members } }) =>
        conflictAsBadRequest(async () => {
          if (lists.get(caller, id).id === wantToReadId) {
            if (fields.name !== undefined) refuseWantToRead(id, 'name');
            if (members) kind.wantToRead.setOfKind(caller, member.kind, members);
            return;
          }
          if (members) kind.reorder(id, members);
          if (Object.keys(fields).length > 0) await kind.update(id, fields);
        }),
    ),
    komgaRoute(
      { method: 'DELETE', path: `${path}/:id`, needs: [needs.delete], admin: true },
      ({ params: { id = '' } }) => {
        refuseWantToRead(id, 'id');
        return kind.remove(id);
      },
    ),
  ];
};
