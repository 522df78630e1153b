import { type ValidationError, XMLValidator } from 'fast-xml-parser';

/** True for well-formed XML, otherwise its first error. */
export const validateXml = (xml: string): true | ValidationError =>
  // Deprecated in favour of a separate package, which is not a dependency here.
  // oxlint-disable-next-line typescript/no-deprecated
  XMLValidator.validate(xml);
