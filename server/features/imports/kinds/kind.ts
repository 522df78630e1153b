import type { ImportKind } from '../../../../shared/api/import-record.ts';
import { newId } from '../../../database/ids.ts';
import type { Match } from '../lines-store.ts';
import type { RecordOf } from '../model.ts';
import type { Targets } from '../targets.ts';

/** Compares records of one kind with the existing data, and writes them. */
export interface KindWriter<Kind extends ImportKind, Prepared = undefined> {
  assess(record: RecordOf<Kind>, targets: Targets): Match;
  /** Called outside of the transaction, for slow work. */
  prepare?(record: RecordOf<Kind>, targets: Targets, step: WriteStep): Promise<Prepared>;
  /** Writes a record; only inside a transaction. Returns the id of an added record that has one. */
  write(
    record: RecordOf<Kind>,
    targets: Targets,
    step: WriteStep,
    prepared: Prepared,
  ): string | null | undefined;
}

export interface WriteStep {
  importPk: number;
  /** Whether it replaces newer or edited data. */
  wins: boolean;
  now: string;
}

export const missingMatch: Match = { state: 'missing', basis: null, target: null };
export const stateOnly = (state: Match['state']): Match => ({ state, basis: null, target: null });

/** A time in the precision of Octavo. */
export const toMs = (instant: string): string => new Date(instant).toISOString();

/** The key of an existing person; null for one who is added or skipped. */
export const keyOfPerson = (targets: Targets, sourceId: string): number | null => {
  const person = targets.person(sourceId);
  return typeof person === 'number' ? person : null;
};

const uuidText = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const isUuid = (id: string): boolean => uuidText.test(id);

/** The id of a record here: that of the source if it is a UUID that is not taken. */
export const idHere = (id: string, isTaken: (id: string) => boolean): string =>
  isUuid(id) && !isTaken(id) ? id : newId();
