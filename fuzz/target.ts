/** A fuzz target. */
export interface Target {
  /** Initial inputs; truncated to `maxInput`. */
  seeds: () => Buffer[];
  /** Keywords of the format, which mutations insert. */
  tokens: readonly string[];
  /**
   * Runs the parser and throws if it breaks a rule. Returns the path taken: inputs with a new path
   * are kept and mutated further.
   */
  run: (input: Buffer) => string | Promise<string>;
}

/** Maximum input size (bytes). */
export const maxInput = 64 * 1024;

/** Asserts `condition`; `rule` describes it. */
export const must = (condition: boolean, rule: string): void => {
  if (!condition) throw new Error(`Broken rule: ${rule}`);
};
