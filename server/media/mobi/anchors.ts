/** How far a tag can be from a target, bytes. */
const maxDistance = 64 * 1024;
const idAttribute = /\sid\s*=\s*["']([^"'<>]+)["']/i;

/** The start tag at, around or after an offset of a text with one character a byte; null if there is none. */
const tagAt = (text: string, offset: number): { start: number; end: number } | null => {
  const before = text.slice(Math.max(0, offset - maxDistance), offset);
  const opened = before.lastIndexOf('<');
  const isInside = opened >= 0 && opened > before.lastIndexOf('>');
  const from = isInside ? offset - before.length + opened : offset;
  const after = text.slice(from, from + maxDistance);
  const match = /<[a-z][^<>]*>/i.exec(after);
  return match ? { start: from + match.index, end: from + match.index + match[0].length } : null;
};

/**
 * Gives each target in a text an id: that of the element there, or a new one. Returns the text with the new
 * ids, and the ids by offset.
 */
export const withAnchors = (
  text: string,
  offsets: Iterable<number>,
): { text: string; ids: Map<number, string> } => {
  const ids = new Map<number, string>();
  const added = new Map<number, string>();
  for (const offset of [...new Set(offsets)].sort((a, b) => a - b)) {
    const tag = tagAt(text, offset);
    if (!tag) continue;
    const markup = text.slice(tag.start, tag.end);
    const name = /^<[^\s/>]+/.exec(markup)?.[0] ?? '<';
    // The beginning of a text needs no anchor.
    if (/^<(html|head|body|title|meta|link|style)$/i.test(name)) continue;
    const place = tag.start + name.length;
    const id = idAttribute.exec(markup)?.[1] ?? added.get(place) ?? `at${tag.start}`;
    if (!idAttribute.test(markup)) added.set(place, id);
    ids.set(offset, id);
  }
  let result = '';
  let done = 0;
  for (const [place, id] of added) {
    result += `${text.slice(done, place)} id="${id}"`;
    done = place;
  }
  return { text: result + text.slice(done), ids };
};
