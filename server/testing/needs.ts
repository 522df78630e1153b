declare module 'vitest' {
  interface TaskMeta {
    /** The requirement that a skipped test lacks. */
    needs?: string;
  }
}

/**
 * Options of a test that some machines must skip: the end of a run names what they lack.
 * `test.skipIf(!isRoot)('…', needs('root'), () => …)`
 */
export const needs = (what: string) => ({ meta: { needs: what } });
