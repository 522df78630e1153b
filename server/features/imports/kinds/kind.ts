import type { ImportKind } from '../../../../shared/api/import-record.ts';
import { newId } from '../../../database/ids.ts';
import type { Match } from '../lines-store.ts';
import type { RecordOf } from '../model.ts';
import type { Targets } from '../targets.ts';

/** How records of one kind are compared with what is here, and written. */
export interface KindWriter<Kind extends ImportKind, Prepared = undefined> {
  assess(record: RecordOf<Kind>, targets: Targets): Match;
  /** Outside of the transaction: what takes time. */
  prepare?(record: RecordOf<Kind>, targets: Targets, step: WriteStep): Promise<Prepared>;
  /** Writes a record; only inside a transaction. Returns the id of what was added, if it has one. */
  write(
    record: RecordOf<Kind>,
    targets: Targets,
    step: WriteStep,
    prepared: Prepared,
  ): string | null | undefined;
}

export interface WriteStep {
  importPk: number;
  /** Whether it wins over what is newer or was edited here. */
  wins: boolean;
  now: string;
}

export const missing: Match = { state: 'missing', basis: null, target: null };
export const stateOnly = (state: Match['state']): Match => ({ state, basis: null, target: null });

/** An instant in the precision of Octavo. */
export const toMs = (instant: string): string => new Date(instant).toISOString();

/** The key of a person who is here; null for one who is added or left out. */
export const keyOfPerson = (targets: Targets, sourceId: string): number | null => {
  const person = targets.person(sourceId);
  return typeof person === 'number' ? person : null;
};

const uuidText = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const isUuid = (id: string): boolean => uuidText.test(id);

/** The id that a record has here: that of the source where it can be kept. */
export const idHere = (id: string, isTaken: (id: string) => boolean): string =>
  isUuid(id) && !isTaken(id) ? id : newId();
