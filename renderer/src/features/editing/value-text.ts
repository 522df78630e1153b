/** Characters of a value that are shown. */
const maxLength = 160;

/** A value of a field as text, shortened: a list by the names of its entries. Empty if it has none. */
export const valueText = (value: unknown): string => {
  const text = (Array.isArray(value) ? value : [value]).map(entryText).join(', ');
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
};

type Scalar = string | number | boolean | null;

const entryText = (entry: unknown): string => {
  if (typeof entry !== 'object' || entry === null) return String((entry as Scalar) ?? '');
  const { name, title, url, value, role, number, type } = entry as Partial<Record<string, Scalar>>;
  const text = String(url ?? name ?? title ?? value ?? JSON.stringify(entry));
  const detail = role ?? number ?? type ?? null;
  return detail === null ? text : `${text} (${String(detail)})`;
};
