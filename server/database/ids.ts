import { v7 } from 'uuid';

/** A new record id: UUID v7, so that ids sort by the time they were made. */
export const newId = (): string => v7();

/** Now, as every record carries times: ISO 8601, UTC, milliseconds. */
export const now = (): string => new Date().toISOString();
