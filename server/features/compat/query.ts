import type { Direction } from '../../../shared/schemas.ts';

/** Most records of one page, also of a list that is asked for whole: a page is one text in memory. */
export const maxSize = 10_000;
const defaultSize = 20;
/** Clients read page numbers as 32-bit integers. */
const maxPage = 2 ** 31 - 1;

export interface CompatPage {
  /** 0-indexed. */
  page: number;
  /** May be 0: only the total is wanted. */
  size: number;
  unpaged: boolean;
}

export interface CompatSort {
  property: string;
  direction: Direction;
}

/** The query of a request, read as leniently as clients need: what makes no sense is left out, never an error. */
export interface CompatQuery {
  /** The first value, trimmed; undefined where it is missing or blank. */
  text(name: string): string | undefined;
  /** Repeated values and comma lists alike, trimmed, without blanks. */
  list(name: string): string[];
  /** Every value as it stands: for values that may contain commas. */
  each(name: string): string[];
  /** undefined where it says neither yes nor no. */
  flag(name: string): boolean | undefined;
  page(): CompatPage;
  /** Every property in order; `sort=series,number,asc` names two with one direction. */
  sort(): CompatSort[];
}

/** As Spring reads them. */
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
export const createQuery = (search: URLSearchParams): CompatQuery => {
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

const readSort = (parts: string[]): CompatSort[] => {
  const last = parts.at(-1)?.toLowerCase();
  const direction = last === 'desc' ? 'desc' : 'asc';
  const properties = last === 'asc' || last === 'desc' ? parts.slice(0, -1) : parts;
  return properties.map((property) => ({ property, direction }));
};
