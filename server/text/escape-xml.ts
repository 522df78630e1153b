/** Control characters that no XML can hold. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** For text and attribute values that were checked as they are: no character is removed. */
export const escapeMarkup = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** For text and attribute values, without characters that no XML can hold. */
export const escapeXml = (text: string): string => escapeMarkup(text.replace(forbidden, ''));
