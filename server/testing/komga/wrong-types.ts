/**
 * Copies of a body in each of which one value has another type: an object where a text or number was, a
 * text where an object or list was. Each comes with the path of that value. Discriminators of conditions
 * are left as they are, because Komga ignores what they say.
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
