/** Characters of a slice: a few milliseconds of work. */
const sliceLength = 16 * 1024;
/** More than the marks of a letter in any script. */
const maxMarks = 64;
const low = /[\udc00-\udfff]/;
const joined = /[\p{M}\udc00-\udfff]/u;

/**
 * Slices of a text, for work between which other requests are answered. Never splits a surrogate pair, nor a letter from
 * its combining marks.
 */
export function* slices(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + sliceLength);
    const earliest = end - maxMarks;
    while (end < text.length && (end > earliest ? joined : low).test(text.charAt(end))) end -= 1;
    yield text.slice(start, end);
    start = end;
  }
}
