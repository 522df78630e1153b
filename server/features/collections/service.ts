import { maxRuleCollections, type Collection } from '../../../shared/api/collections.ts';
import type { Series } from '../../../shared/api/series-record.ts';
import { AppError, badField } from '../../../shared/errors.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { Requester } from '../../lib/requester.ts';
import type { EntryOrder } from '../../database/ordered-lists.ts';
import type { ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { CoverUploads } from '../../media/cover-uploads.ts';
import type { CoversService } from '../covers/service.ts';
import {
  createEntryListService,
  presentMembers,
  type EntryListService,
  type ListChange,
  type ListChanges,
} from '../lists/ordered-lists.ts';
import { createListCovers, type ListCovers } from '../lists/list-covers.ts';
import type { SeriesService } from '../series/service.ts';
import { createCollectionRules } from './rules.ts';
import type { CollectionsStore } from './store.ts';

/**
 * Collections of series, filled by hand or by a condition. Adding, reordering or removing entries
 * by hand throws BadRequest for a collection with a condition.
 */
export interface CollectionsService
  extends
    Omit<EntryListService<Collection>, 'create' | 'update' | 'remove'>,
    ListCovers<Collection> {
  /** Like other lists, but resolves once the series of its condition are found. */
  create(...input: Parameters<EntryListService<Collection>['create']>): Promise<Collection>;
  update(id: string, changes: ListChanges): Promise<Collection>;
  remove(id: string): Promise<void>;
  /** The records of a page of its series. */
  series(caller: Caller, id: string, request: PageRequest<EntryOrder>): ListPage<Series>;
}

interface CollectionsServiceOptions {
  store: CollectionsStore;
  series: Pick<SeriesService, 'records' | 'matchingForAll'>;
  covers: Pick<CoversService, 'series' | 'tiles' | 'upload'>;
  uploads: Pick<CoverUploads, 'save' | 'list' | 'read' | 'remove'>;
  bus: Pick<EventBus, 'emit' | 'subscribe'>;
  clock: () => Date;
  /** As in `Requester`. */
  outside?: Requester['outside'];
}

export const createCollectionsService = ({
  store: plain,
  series,
  covers,
  uploads,
  bus,
  clock,
  outside = (work) => work(),
}: CollectionsServiceOptions): CollectionsService => {
  const labels = { list: 'Collection', member: 'Series' };
  const matching = series.matchingForAll;
  const announce = (change: ListChange, collection_id: string, series_ids: string[]) =>
    bus.emit(`collection_${change}`, { collection_id, series_ids });
  const rules = createCollectionRules({
    store: plain,
    matching,
    bus,
    outside,
    onRefill: (id) => announce('updated', id, presentMembers(plain, id)),
    clock,
  });
  const store: CollectionsStore = {
    ...plain,
    list(query) {
      rules.refresh();
      return plain.list(query);
    },
    get(id) {
      rules.refresh();
      return plain.get(id);
    },
  };
  const lists = createEntryListService<Collection>({
    store,
    announce,
    labels,
    field: 'series_ids',
    clock,
  });
  const listCovers = createListCovers<Collection>({
    store,
    get: lists.get,
    uploads,
    covers,
    ofMember: covers.series,
    announce: (action, collection_id) =>
      bus.emit('collection_cover_updated', { action, collection_id }),
    labels,
    field: 'series_id',
    clock,
  });
  /** Throws if the collection has a condition. */
  const byHand = (id: string): string => {
    lists.get(id);
    if (!plain.isRuled(id)) return id;
    throw badField('params.id', `The series of collection ${id} follow from its condition`);
  };
  /** Refuses users with content restrictions, because a condition applies to everything. */
  const refuseRestricted = (condition: unknown) => {
    if (!condition || !plain.isRestricted()) return;
    throw new AppError(
      'Forbidden',
      'Content restrictions keep you from changing a collection with a condition',
    );
  };
  const refuseMany = () => {
    if (plain.rules().length < maxRuleCollections) return;
    throw new AppError('Conflict', `At most ${maxRuleCollections} collections have a condition`);
  };
  /** The collection, refilled for its current condition. */
  const filled = async (collection: Collection): Promise<Collection> => {
    if (collection.condition === null) return collection;
    rules.changed();
    rules.refresh();
    await rules.settled();
    return lists.get(collection.id);
  };
  return {
    ...lists,
    ...listCovers,
    async create(fields, memberIds, id) {
      refuseRestricted(fields.condition);
      if (fields.condition) {
        if (memberIds.length > 0)
          throw badField('body.series_ids', 'They are determined by the condition');
        refuseMany();
      }
      return filled(lists.create(fields, memberIds, id));
    },
    async update(id, changes) {
      const before = lists.get(id);
      refuseRestricted(changes.condition ?? plain.isRuled(id));
      if (changes.condition && before.condition === null) refuseMany();
      return filled(lists.update(id, changes));
    },
    async remove(id) {
      lists.get(id);
      refuseRestricted(plain.isRuled(id));
      if (lists.remove(id)) await uploads.remove(id);
    },
    add: (id, memberIds) => lists.add(byHand(id), memberIds),
    reorder: (id, memberIds) => lists.reorder(byHand(id), memberIds),
    removeItem: (id, memberId) => lists.removeItem(byHand(id), memberId),
    series(caller, id, request) {
      const { ids, total } = lists.members(id, request);
      const records = series.records(caller, ids);
      return { data: ids.flatMap((memberId) => records.get(memberId) ?? []), total };
    },
  };
};
