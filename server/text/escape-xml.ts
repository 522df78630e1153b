/** Characters that XML cannot represent. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** Removes characters that XML cannot represent, and replaces lone surrogates. */
export const toXmlText = (text: string): string => text.toWellFormed().replace(forbidden, '');

/** For text and attribute values of HTML, and of XML whose characters were checked. */
export const escapeMarkup = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** For text and attribute values of XML. */
export const escapeXml = (text: string): string => escapeMarkup(toXmlText(text));
