/**
 * Whether a path matches a pattern as a whole: `**` any folders, `*` anything but `/`, `?` one
 * character, letters regardless of case. Takes time in proportion to pattern times path, whatever the
 * pattern is; a regular expression of many stars would take longer than anybody waits.
 */
export const createGlob = (pattern: string): ((path: string) => boolean) => {
  const steps = stepsOf(pattern.toLowerCase());
  return (path) => {
    // All steps that may come next, together: no way of matching is ever tried twice.
    let open = from(steps, 0, []);
    for (const character of path.toLowerCase()) {
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

/** `perhaps` may be left out together with the `folders` after it, which end with a slash. */
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

/** Adds a step, and those after it where it may stand for nothing. */
const from = (steps: readonly string[], index: number, open: number[]): number[] => {
  if (open.includes(index)) return open;
  open.push(index);
  const step = steps[index];
  if (step === '*' || step === '**' || step === 'perhaps') from(steps, index + 1, open);
  return step === 'perhaps' ? from(steps, index + 2, open) : open;
};
