import { jsonText, type JsonText } from '../../database/json.ts';

/** A record and its real numbers as JSON: 1 becomes `1.0`, because some clients read no whole number as a real. */
export const withReals = (
  record: Record<string, number>,
  reals: Record<string, number>,
): JsonText<Record<string, number>> => {
  const written = Object.entries(reals).map(
    ([name, value]) =>
      `,${JSON.stringify(name)}:${Number.isInteger(value) ? value.toFixed(1) : value}`,
  );
  return jsonText(`${JSON.stringify(record).slice(0, -1)}${written.join('')}}`);
};
