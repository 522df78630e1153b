import { collectionFields } from '../../../shared/api/collections.ts';
import { conditionSchema, type Condition } from '../../../shared/condition.ts';
import type { CollectionsStore } from './store.ts';

interface CollectionRulesOptions {
  store: Pick<CollectionsStore, 'rules' | 'entries' | 'fill' | 'transaction'>;
  /** Ids of the series that match, by name. */
  matching: (condition: Condition) => readonly string[];
  /** Another one as soon as anything was written. */
  changeMark: () => string;
  clock: () => Date;
}

const kept = conditionSchema(collectionFields, 'KeptCollectionCondition');

/**
 * Keeps the entries of collections with a condition true: before they are read, and only where something
 * was written since. What reads entries, in SQL or otherwise, need not know that there are conditions.
 */
export const createCollectionRules = ({
  store,
  matching,
  changeMark,
  clock,
}: CollectionRulesOptions) => {
  let seen = '';
  return {
    refresh(): void {
      const mark = changeMark();
      if (mark === seen) return;
      seen = mark;
      for (const { id, condition } of store.rules()) {
        const found = matching(kept.parse(condition));
        const before = store.entries(id);
        if (isSame(before, found)) continue;
        store.transaction(() => store.fill(id, found, clock().toISOString()));
        seen = '';
      }
    },
  };
};

const isSame = (before: readonly { id: string }[], found: readonly string[]): boolean =>
  before.length === found.length && before.every(({ id }, index) => id === found[index]);
