import { remInUse } from '../../../ui/layout/use-rem.ts';

/** Space above a text (px), so that the bar of the reader, with two lines, covers nothing. */
export const topMargin = (): number => Math.max(56, Math.round(16 + 2.125 * remInUse()));

/** Space below a text (px), so that the bar of the reader covers nothing. */
export const bottomMargin = 54;

/** Height of the footer below a text that scrolls (px). */
export const footerMargin = (): number => Math.round(12 + 1.125 * remInUse());
