import type { z } from 'zod';

/** A setting that an admin can change. */
export interface Definition<Value> {
  schema: z.ZodType<Value>;
  default: Value;
  description: string;
  /** Masked with asterisks in the API. */
  is_sensitive: boolean;
}

/**
 * Widens `3` to number and `true` to boolean, because a default is only one of the possible values.
 */
type Widen<T> = T extends number ? number : T extends boolean ? boolean : string;

/**
 * A setting with its default and the description of the API. Its schema is created when a value is
 * checked, because a start needs none of them.
 */
export const define = <const Value extends string | number | boolean>(
  makeSchema: () => z.ZodType<Widen<Value>>,
  value: Value,
  description: string,
  is_sensitive = false,
): Definition<Widen<Value>> => {
  let schema: z.ZodType<Widen<Value>> | undefined;
  return {
    get schema() {
      return (schema ??= makeSchema());
    },
    default: value as unknown as Widen<Value>,
    description,
    is_sensitive,
  };
};
