import { collectionFields } from '../../../shared/api/collections.ts';
import { conditionSchema, type Condition } from '../../../shared/condition.ts';
import type { EventBus, EventName } from '../../lib/event-bus.ts';
import type { Requester } from '../../lib/requester.ts';
import type { CollectionsStore } from './store.ts';

interface CollectionRulesOptions {
  store: Pick<CollectionsStore, 'rules' | 'entries' | 'fill' | 'transaction'>;
  /** Ids of the series that match, by name. */
  matching: (condition: Condition) => readonly string[] | Promise<readonly string[]>;
  bus: Pick<EventBus, 'subscribe'>;
  /** Called after a collection was refilled. */
  onRefill: (id: string) => void;
  clock: () => Date;
  /** As in `Requester`: conditions apply to everything, whoever reads a collection. */
  outside: Requester['outside'];
}

const kept = conditionSchema(collectionFields, 'KeptCollectionCondition');

/** Events about readers and settings, which do not affect any series. */
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

/** During a scan something always changes: at most 1/20 of the time is spent refreshing. */
const share = 20;

/**
 * Keeps collections with a condition up to date: refreshes them before they are read, and only if
 * series changed since. Queries over entries need not know about conditions.
 */
export const createCollectionRules = ({
  store,
  matching,
  bus,
  onRefill,
  clock,
  outside,
}: CollectionRulesOptions) => {
  let isStale = true;
  let notBefore = 0;
  bus.subscribe(({ name }) => {
    if (!leavesSeries.has(name)) isStale = true;
  });
  const fill = (id: string, found: readonly string[]): void => {
    if (isSame(store.entries(id), found)) return;
    store.transaction(() => store.fill(id, found, clock().toISOString()));
    onRefill(id);
  };
  /** A slow condition is evaluated in the query worker, and its collection filled afterwards. */
  const fillLater = async (id: string, looking: Promise<readonly string[]>): Promise<void> => {
    const found = await looking;
    if (store.rules().some((rule) => rule.id === id)) fill(id, found);
  };
  let later: Promise<unknown> = Promise.resolve();
  const refill = (): void => {
    const begun = performance.now();
    isStale = false;
    const waiting: Promise<void>[] = [];
    for (const { id, condition } of store.rules()) {
      const { data } = kept.safeParse(condition);
      // Saved by an older version with laxer validation: its series stay unchanged.
      if (!data) continue;
      const found = matching(data);
      if (found instanceof Promise) waiting.push(fillLater(id, found));
      else fill(id, found);
    }
    if (waiting.length > 0) {
      later = Promise.allSettled(waiting).then((results) => {
        // Retries conditions whose evaluation failed.
        if (results.some(({ status }) => status === 'rejected')) isStale = true;
      });
    }
    const ended = performance.now();
    notBefore = ended + share * (ended - begun);
  };
  return {
    /** Called when a condition is edited: the next refresh runs at once. */
    changed(): void {
      isStale = true;
      notBefore = 0;
    },
    refresh(): void {
      if (isStale && performance.now() >= notBefore) outside(refill);
    },
    /** Resolves when the last `refresh` is finished. */
    settled: () => later,
  };
};

const isSame = (before: readonly { id: string }[], found: readonly string[]): boolean =>
  before.length === found.length && before.every(({ id }, index) => id === found[index]);
