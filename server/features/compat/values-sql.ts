import { opaqueNumber } from '../../database/opaque.ts';

/** A moment as the format has it: without fractions of seconds, which one client takes for the year 1. */
export const seconds = (column: string): string => `substr(${column}, 1, 19) || 'Z'`;

/** JSON. */
export const no = `json('false')`;

/** The user's key, as the planner may see it. */
export const reader = opaqueNumber(':user_pk');
