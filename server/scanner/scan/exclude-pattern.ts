import { normalize } from '../../text/search-key.ts';

/**
 * Whether the whole path matches a pattern: `**` any folders, `*` anything but `/`, `?` one
 * character, ignoring case and Unicode normalisation. Runs in O(pattern × path); a regular
 * expression with many stars could backtrack exponentially.
 */
export const createGlob = (pattern: string): ((path: string) => boolean) => {
  const steps = stepsOf(spelling(pattern));
  return (path) => {
    // The set of all possible next steps, so that no match is tried twice.
    let open = from(steps, 0, []);
    for (const character of spelling(path)) {
      const next: number[] = [];
      for (const index of open) {
        const step = steps[index];
        if (stays(step, character)) from(steps, index, next);
        if (passes(step, character)) from(steps, index + 1, next);
      }
      if (next.length === 0) return false;
      open = next;
    }
    return open.includes(steps.length);
  };
};

/** Typed letters are composed (NFC); some drives return decomposed ones. */
const spelling = (text: string): string => normalize(text).toLowerCase();

/** `perhaps` can be skipped together with the following `folders`, which end with a slash. */
const stepsOf = (pattern: string): string[] =>
  [...pattern.matchAll(/\*\*\/|\*\*|[^]/gu)].flatMap(([part]) =>
    part === '**/' ? ['perhaps', 'folders'] : [part],
  );

const stays = (step: string | undefined, character: string): boolean =>
  step === '**' || step === 'folders' || (step === '*' && character !== '/');

const passes = (step: string | undefined, character: string): boolean =>
  step === character ||
  (step === 'folders' && character === '/') ||
  (step === '?' && character !== '/');

/** Adds a step, and the next ones if it can match nothing. */
const from = (steps: readonly string[], index: number, open: number[]): number[] => {
  if (open.includes(index)) return open;
  open.push(index);
  const step = steps[index];
  if (step === '*' || step === '**' || step === 'perhaps') from(steps, index + 1, open);
  return step === 'perhaps' ? from(steps, index + 2, open) : open;
};
