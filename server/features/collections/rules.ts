import { collectionFields } from '../../../shared/api/collections.ts';
import { conditionSchema, type Condition } from '../../../shared/condition.ts';
import type { Bus, EventName } from '../../bus.ts';
import type { CollectionsStore } from './store.ts';

interface CollectionRulesOptions {
  store: Pick<CollectionsStore, 'rules' | 'entries' | 'fill' | 'transaction'>;
  /** Ids of the series that match, by name. */
  matching: (condition: Condition) => readonly string[] | Promise<readonly string[]>;
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
  const fill = (id: string, found: readonly string[]): void => {
    if (isSame(store.entries(id), found)) return;
    store.transaction(() => store.fill(id, found, clock().toISOString()));
    onRefill(id);
  };
  /** A condition that takes long is looked for in another thread, and its collection filled afterwards. */
  const fillLater = async (id: string, looking: Promise<readonly string[]>): Promise<void> => {
    const found = await looking;
    if (store.rules().some((rule) => rule.id === id)) fill(id, found);
  };
  let later: Promise<unknown> = Promise.resolve();
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
      const waiting: Promise<void>[] = [];
      for (const { id, condition } of store.rules()) {
        const { data } = kept.safeParse(condition);
        // Kept by an older version that put up with more: its series stay as they are.
        if (!data) continue;
        const found = matching(data);
        if (found instanceof Promise) waiting.push(fillLater(id, found));
        else fill(id, found);
      }
      if (waiting.length > 0) {
        later = Promise.allSettled(waiting).then((results) => {
          // What was given up is looked for again.
          if (results.some(({ status }) => status === 'rejected')) isStale = true;
        });
      }
      const ended = performance.now();
      notBefore = ended + share * (ended - begun);
    },
    /** Resolves when what `refresh` began last is done. */
    settled: () => later,
  };
};

const isSame = (before: readonly { id: string }[], found: readonly string[]): boolean =>
  before.length === found.length && before.every(({ id }, index) => id === found[index]);
