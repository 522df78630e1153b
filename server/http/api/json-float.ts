/** JSON text that `JSON.stringify` writes verbatim. */
export interface RawJson {
  readonly rawJSON: string;
}

// Part of ES2026; not yet declared by TypeScript.
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => RawJson };

/**
 * A number whose JSON keeps the decimal point: `1.0` instead of `1`, which strict clients parse as
 * an integer.
 */
export const jsonFloat = (value: number): number | RawJson =>
  Number.isSafeInteger(value) ? rawJSON(`${value}.0`) : value;
