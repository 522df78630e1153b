import { v7 } from 'uuid';

/** A new record id: UUID v7, so that ids sort by creation time. */
export const newId = (): string => v7();

/** The current time in the format of all records: ISO 8601, UTC, milliseconds. */
export const isoNow = (): string => new Date().toISOString();
