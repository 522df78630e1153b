import { collectionFields } from '../../../shared/api/collections.ts';
import { conditionSchema, type Condition } from '../../../shared/condition.ts';
import type { Bus, EventName } from '../../bus.ts';
import type { CollectionsStore } from './store.ts';

interface CollectionRulesOptions {
  store: Pick<CollectionsStore, 'rules' | 'entries' | 'fill' | 'transaction'>;
  /** Ids of the series that match, by name. */
  matching: (condition: Condition) => readonly string[];
  bus: Pick<Bus, 'listen'>;
  /** Called after the entries of a collection changed. */
  onRefill: (id: string) => void;
  clock: () => Date;
}

const kept = conditionSchema(collectionFields, 'KeptCollectionCondition');

/** What happens to readers and settings leaves the series as they are. */
const leavesSeries: ReadonlySet<EventName> = new Set<EventName>([
  'progress_updated',
  'annotations_updated',
  'series_progress_updated',
  'cover_updated',
  'collection_cover_updated',
  'read_list_cover_updated',
  'collection_created',
  'collection_updated',
  'collection_deleted',
  'read_list_created',
  'read_list_updated',
  'read_list_deleted',
  'task_queue_changed',
  'sharing_updated',
]);

/** While a scan goes on there is always something new: looking takes one part in so many of the time. */
const share = 20;

/**
 * Keeps the entries of collections with a condition true: before they are read, and only where something
 * happened to series since. What reads entries, in SQL or otherwise, need not know of conditions.
 */
export const createCollectionRules = ({
  store,
  matching,
  bus,
  onRefill,
  clock,
}: CollectionRulesOptions) => {
  let isStale = true;
  let notBefore = 0;
  bus.listen(({ name }) => {
    if (!leavesSeries.has(name)) isStale = true;
  });
  return {
    /** A condition is another one now: the next look does not wait. */
    changed(): void {
      isStale = true;
      notBefore = 0;
    },
    refresh(): void {
      const begun = performance.now();
      if (!isStale || begun < notBefore) return;
      isStale = false;
      for (const { id, condition } of store.rules()) {
        const found = matching(kept.parse(condition));
        if (isSame(store.entries(id), found)) continue;
        store.transaction(() => store.fill(id, found, clock().toISOString()));
        onRefill(id);
      }
      const ended = performance.now();
      notBefore = ended + share * (ended - begun);
    },
  };
};

const isSame = (before: readonly { id: string }[], found: readonly string[]): boolean =>
  before.length === found.length && before.every(({ id }, index) => id === found[index]);
