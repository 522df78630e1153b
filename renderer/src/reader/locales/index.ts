import { de } from './de.ts';
import { en } from './en.ts';

/** Texts of the i18next namespace `reader`. */
export const readerResources = { en, de };
