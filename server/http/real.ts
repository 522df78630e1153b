/** JSON text that `JSON.stringify` writes as it is. */
export interface RawJson {
  readonly rawJSON: string;
}

// The language has it since ES2026; TypeScript does not declare it yet.
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => RawJson };

/** A number that JSON keeps the point of: `1.0` instead of `1`, which strict clients take for an integer. */
export const real = (value: number): number | RawJson =>
  Number.isSafeInteger(value) ? rawJSON(`${value}.0`) : value;
