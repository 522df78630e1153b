/**
 * Records that SQLite has already written as JSON text (`json_object`, `json_group_array`): a list of 50
 * costs 0.14 ms that way instead of 0.33 ms for rows, mapping and stringify. The type parameter says
 * what the text holds.
 */
export interface JsonText<T> {
  readonly json: string;
  /** Only for the compiler. */
  readonly holds?: T;
}

export const jsonText = <T>(json: string): JsonText<T> => ({ json });

export const isJsonText = (value: unknown): value is JsonText<unknown> =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'json';

/** The records of one page and how many there are over all pages. */
export interface Listing<T> {
  data: JsonText<T[]> | T[];
  total: number;
}

/** A listing, or one that another thread is making. */
export type Found<T> = Listing<T> | Promise<Listing<T>>;

/** The records of a page, where they are wanted as such. */
export const recordsOf = <T>({ data }: Listing<T>): T[] =>
  Array.isArray(data) ? data : (JSON.parse(data.json) as T[]);
