import type { Direction } from '../../../shared/schemas.ts';

/** Maximum records of one page, also for unpaged lists, because a page is built in memory. */
export const maxSize = 10_000;
const defaultSize = 20;
/** Clients read page numbers as 32-bit integers. */
const maxPage = 2 ** 31 - 1;

export interface KomgaPage {
  /** 0-indexed. */
  page: number;
  /** 0 requests only the total. */
  size: number;
  unpaged: boolean;
}

export interface KomgaSort {
  property: string;
  direction: Direction;
}

/** The query of a request, parsed leniently as clients require: invalid values are ignored. */
export interface KomgaQuery {
  /** The first value, trimmed; undefined if missing or blank. */
  text(name: string): string | undefined;
  /** Repeated and comma-separated values, trimmed, without empty ones. */
  list(name: string): string[];
  /** All values unsplit, for values that can contain commas. */
  each(name: string): string[];
  /** Undefined unless the value is a boolean. */
  flag(name: string): boolean | undefined;
  page(): KomgaPage;
  /** All properties in order; `sort=series,number,asc` names two with one direction. */
  sort(): KomgaSort[];
}

/** The boolean spellings of Spring. */
const flags: Readonly<Record<string, boolean>> = {
  true: true,
  on: true,
  yes: true,
  1: true,
  false: false,
  off: false,
  no: false,
  0: false,
};

/** `createQuery(new URL(request.url).searchParams)` */
export const createQuery = (search: URLSearchParams): KomgaQuery => {
  const each = (name: string) =>
    search
      .getAll(name)
      .map((value) => value.trim())
      .filter((value) => value !== '');
  const list = (name: string) => each(name).flatMap(commaList);
  const text = (name: string): string | undefined => each(name)[0];
  const flag = (name: string) => {
    const value = text(name)?.toLowerCase();
    if (value === undefined || !Object.hasOwn(flags, value)) return undefined;
    return flags[value];
  };
  const whole = (name: string, most: number): number | null => {
    const value = text(name) ?? '';
    return /^\d+$/.test(value) ? Math.min(Number(value), most) : null;
  };
  return {
    text,
    list,
    each,
    flag,
    page: () =>
      flag('unpaged') === true
        ? { page: 0, size: maxSize, unpaged: true }
        : {
            page: whole('page', maxPage) ?? 0,
            size: whole('size', maxSize) ?? defaultSize,
            unpaged: false,
          },
    sort: () => each('sort').flatMap((value) => readSort(commaList(value))),
  };
};

const commaList = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const readSort = (parts: string[]): KomgaSort[] => {
  const last = parts.at(-1)?.toLowerCase();
  const direction = last === 'desc' ? 'desc' : 'asc';
  const properties = last === 'asc' || last === 'desc' ? parts.slice(0, -1) : parts;
  return properties.map((property) => ({ property, direction }));
};
