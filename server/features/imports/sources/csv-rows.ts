import { createReadStream } from 'node:fs';

import { ForeignDatabaseError } from '../../../lib/foreign-database/foreign-database.ts';

/** Maximum characters per cell, cells per row, and rows. */
const maxCell = 32_768;
const maxCells = 100;
const maxRows = 2_000_000;

/**
 * Yields the rows of a CSV file (RFC 4180) in UTF-8, which is read in chunks. Semicolons or tabs separate the
 * cells if the first line contains more of them than commas. Throws ForeignDatabaseError.
 */
export async function* csvRows(file: string): AsyncGenerator<string[]> {
  const parser = createParser();
  let count = 0;
  for await (const text of textsOf(file)) {
    for (const row of parser.push(text)) {
      count += 1;
      if (count > maxRows) {
        throw new ForeignDatabaseError(
          `This file has more than ${maxRows} lines, which is more than Octavo reads.`,
        );
      }
      yield row;
    }
  }
  yield* parser.end();
}

async function* textsOf(file: string): AsyncGenerator<string> {
  // Removes the byte order mark of UTF-8.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of createReadStream(file) as AsyncIterable<Buffer>) {
      yield decoder.decode(bytes, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    throw new ForeignDatabaseError('This file is not text in UTF-8. Save it as CSV in UTF-8.');
  }
}

const createParser = () => {
  let separator: string | null = null;
  let head = '';
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  /**
   * Whether the last character was a quote in a quoted cell, which ends the cell unless another quote
   * follows.
   */
  let isAfterQuote = false;

  const endCell = () => {
    if (row.length === maxCells) {
      throw new ForeignDatabaseError(
        `This file has a line of more than ${maxCells} cells, which is more than Octavo reads.`,
      );
    }
    row.push(cell);
    cell = '';
    isQuoted = isAfterQuote = false;
  };
  const endRow = (): string[] | null => {
    const isEmpty = row.length === 0 && cell.trim() === '';
    endCell();
    const whole = row;
    row = [];
    return isEmpty ? null : whole;
  };
  function* read(text: string, cells: string): Generator<string[]> {
    for (const sign of text) {
      if (isQuoted && !isAfterQuote && sign !== '"') cell += sign;
      else if (isQuoted && !isAfterQuote) isAfterQuote = true;
      else if (isAfterQuote && sign === '"') {
        cell += sign;
        isAfterQuote = false;
      } else if (sign === cells) endCell();
      else if (sign === '\n') {
        const whole = endRow();
        if (whole) yield whole;
      } else if (sign === '"' && cell === '') isQuoted = true;
      else if (sign !== '\r') cell += sign;
      if (cell.length > maxCell) {
        throw new ForeignDatabaseError(
          `This file has a cell of more than ${maxCell} characters, which is more than Octavo reads.`,
        );
      }
    }
  }
  return {
    *push(text: string): Generator<string[]> {
      if (separator === null) {
        head += text;
        if (!head.includes('\n') && head.length < maxCell) return;
        separator = separatorOf(head);
        text = head;
      }
      yield* read(text, separator);
    },
    *end(): Generator<string[]> {
      if (separator === null) yield* read(head, separatorOf(head));
      const whole = endRow();
      if (whole) yield whole;
    },
  };
};

const separatorOf = (text: string): string => {
  const line = text.slice(0, text.indexOf('\n') + 1 || undefined);
  const count = (sign: string) => line.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
};
