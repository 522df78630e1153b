import { collectionFields } from '../../../shared/api/collections.ts';
import { conditionSchema } from '../../../shared/condition-schema.ts';
import type { Condition } from '../../../shared/condition.ts';
import type { EventBus, EventName } from '../../lib/event-bus.ts';
import type { Requester } from '../../lib/requester.ts';
import type { CollectionsStore } from './store.ts';

interface CollectionRulesOptions {
  store: Pick<CollectionsStore, 'rules' | 'entries' | 'fill' | 'transaction'>;
  /** Ids of the matching series, sorted by name. */
  matching: (condition: Condition) => readonly string[] | Promise<readonly string[]>;
  bus: Pick<EventBus, 'subscribe'>;
  /** Called after a collection was refilled. */
  onRefill: (id: string) => void;
  clock: () => Date;
  /** As in `Requester`. Conditions are evaluated over all series, regardless of who reads a collection. */
  outside: Requester['outside'];
}

const storedCondition = conditionSchema(collectionFields, 'KeptCollectionCondition');

/** Events about readers and settings, which do not affect any series. */
const leavesSeries: ReadonlySet<EventName> = new Set<EventName>([
  'progress_updated',
  'annotations_updated',
  'want_to_read_updated',
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

/** At most 1/20 of the time is spent refreshing, because during a scan series change constantly. */
const share = 20;

/**
 * Keeps collections with a condition up to date. Refreshes them before they are read, but only if series have
 * changed since. Queries over entries therefore do not depend on conditions.
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
  /**
   * Fills the collection after its condition was evaluated in the query worker, which handles slow
   * conditions.
   */
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
      const { data } = storedCondition.safeParse(condition);
      // Skips conditions that an older version with laxer validation saved; their series stay unchanged.
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
    /** Called when a condition is edited; makes the next refresh run at once. */
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
