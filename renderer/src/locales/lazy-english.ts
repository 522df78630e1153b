import { bookEnglish } from './book-english.ts';
import { byNamespace, type LazyTexts } from './lazy-texts.ts';

/** Without `faults`: the server's messages are in English. */
export const lazyEnglish: Omit<LazyTexts, 'faults'> = {
  // Otherwise those that both name would be in a third file.
  ...bookEnglish,
  ...byNamespace(
    import.meta.glob<object>(['./en/*.json', '!./en/{common,home,scans,faults}.json'], {
      eager: true,
      import: 'default',
    }),
  ),
};
