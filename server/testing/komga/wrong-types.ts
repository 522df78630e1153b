/**
 * Copies of a body with one value of another type: an object in place of a text or number, a text
 * in place of an object or list. Each comes with the path of that value. Skips discriminators of
 * conditions, which Komga ignores.
 */
export const wrongTypes = (body: unknown): [path: string, body: unknown][] => {
  const found: [string, unknown][] = [];
  const visit = (value: unknown, path: string, put: (wrong: unknown) => unknown) => {
    found.push([path, put(isContainer(value) ? 'text' : { wrong: true })]);
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        visit(item, `${path}[${index}]`, (wrong) => put(value.with(index, wrong)));
      });
    } else if (isContainer(value)) {
      for (const [key, inner] of Object.entries(value)) {
        if (key === 'type' && !path.endsWith('.locator')) continue;
        visit(inner, `${path}.${key}`, (wrong) => put({ ...value, [key]: wrong }));
      }
    }
  };
  visit(body, 'body', (wrong) => wrong);
  return found;
};

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;
