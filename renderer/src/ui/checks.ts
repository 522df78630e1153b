import { isRecord } from '../../../shared/is-record.ts';

/**
 * Checks of values from outside, such as the URL. The first page uses them instead of zod, which is
 * larger than all of our code in it.
 */
export type Check<Value> = (value: unknown) => Value | undefined;

export const text =
  (maxLength: number, pattern = /(?:)/): Check<string> =>
  (value) =>
    typeof value === 'string' && value.length <= maxLength && pattern.test(value)
      ? value
      : undefined;

export const oneOf =
  <const Value extends string>(values: readonly Value[]): Check<Value> =>
  (value) =>
    values.find((known) => known === value);

export const flag: Check<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

/** 1-indexed. */
export const pageNumber: Check<number> = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 1 ? Number(value) : undefined;

export const listOf =
  <Value>(item: Check<Value>, maxLength: number): Check<Value[]> =>
  (value) => {
    if (!Array.isArray(value) || value.length > maxLength) return undefined;
    const items = value.map(item).filter((checked) => checked !== undefined);
    return items.length === value.length ? items : undefined;
  };

export const mapOf =
  <Value>(item: Check<Value>): Check<Record<string, Value>> =>
  (value) => {
    if (!isRecord(value)) return undefined;
    const checked = Object.entries(value).map(([key, member]) => [key, item(member)] as const);
    return checked.some(([, member]) => member === undefined)
      ? undefined
      : (Object.fromEntries(checked) as Record<string, Value>);
  };

export type Checks = Record<string, Check<unknown>>;
type Checked<Shape extends Checks> = { [Key in keyof Shape]: NonNullable<ReturnType<Shape[Key]>> };

/** An object with all these properties; others are dropped. */
export const record =
  <Shape extends Checks>(shape: Shape): Check<Checked<Shape>> =>
  (value) => {
    const checked = checkAll(shape, isRecord(value) ? value : {});
    return Object.values(checked).includes(undefined) ? undefined : (checked as Checked<Shape>);
  };

/**
 * Search parameters of a route; anything invalid counts as absent. Its key is there all the same, with
 * `undefined`, because the router lays this result over the unchecked parameters.
 */
export const searchOf =
  <Shape extends Checks>(shape: Shape) =>
  (search: Record<string, unknown>): { [Key in keyof Shape]?: ReturnType<Shape[Key]> } =>
    checkAll(shape, search) as { [Key in keyof Shape]?: ReturnType<Shape[Key]> };

const checkAll = (shape: Checks, value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(shape).map(([key, check]) => [key, check(value[key])]));
