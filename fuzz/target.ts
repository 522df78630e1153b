/** A parser under attack. */
export interface Target {
  /** Inputs to begin with; what is longer than `maxInput` is cut. */
  seeds: () => Buffer[];
  /** Words of the format, which mutations write into inputs. */
  tokens: readonly string[];
  /**
   * Feeds the parser and throws when it does what it must not. The answer names the way that the input
   * took: inputs with a new answer are kept and mutated further.
   */
  run: (input: Buffer) => string | Promise<string>;
}

/** Bytes of an input. */
export const maxInput = 64 * 1024;

/** Throws unless `condition` holds; `rule` says what was broken. */
export const must = (condition: boolean, rule: string): void => {
  if (!condition) throw new Error(`Broken rule: ${rule}`);
};
