import { XMLValidator } from 'fast-xml-parser';

/** Characters that XML does not allow, which text copied from web pages contains. */
// eslint-disable-next-line no-control-regex -- control characters are meant
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** An ampersand that begins no reference: "Salt & Pepper". */
const bareAmpersand = /&(?!(?:[a-z][a-z0-9]*|#\d+|#x[0-9a-f]+);)/gi;
/** A less-than sign that begins no markup: "1 < 2". */
const bareLessThan = /<(?![a-z_/!?])/gi;

// Its validator also exists as a separate package with the same code, which would be a further
// dependency.
// oxlint-disable-next-line typescript/no-deprecated
const isWellFormed = (xml: string): boolean => XMLValidator.validate(xml) === true;

/**
 * The text itself if it is well-formed XML; else with the mistakes of simple writers corrected: bare
 * `&` and `<`, characters that XML does not allow, and text around the document. Null if it is still
 * not well-formed, such as a truncated file.
 */
export const toWellFormed = (xml: string): string | null => {
  if (isWellFormed(xml)) return xml;
  const start = xml.indexOf('<');
  const corrected = xml
    .slice(Math.max(start, 0), xml.lastIndexOf('>') + 1)
    .replace(forbidden, '')
    .replace(bareAmpersand, '&amp;')
    .replace(bareLessThan, '&lt;');
  return isWellFormed(corrected) ? corrected : null;
};
