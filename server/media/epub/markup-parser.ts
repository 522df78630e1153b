import { type Handler, Parser, type ParserOptions } from 'htmlparser2';

/**
 * The cost of an element grows with the number of open ones; books with unclosed elements have some
 * thousands.
 */
const maxOpen = 10_000;
/** Attributes arrive in one call, which blocks the thread until all are checked. */
const maxAttributes = 2000;

/** The name of an element or attribute in lower case, without its prefix. */
export const localNameOf = (name: string): string =>
  name.slice(name.indexOf(':') + 1).toLowerCase();

/**
 * An XML and HTML parser, for well-formed text or not, that aborts at an implausible number of open
 * elements or attributes: a megabyte of them would block the thread for minutes.
 */
export const createMarkupParser = (handler: Partial<Handler>, options?: ParserOptions): Parser => {
  let open = 0;
  let attributes = 0;
  const parser = new Parser(
    {
      ...handler,
      onattribute: () => {
        attributes += 1;
        if (attributes > maxAttributes) parser.pause();
      },
      onopentag: (name, given, isImplied) => {
        attributes = 0;
        handler.onopentag?.(name, given, isImplied);
        open += 1;
        if (open > maxOpen) parser.pause();
      },
      onclosetag: (name, isImplied) => {
        handler.onclosetag?.(name, isImplied);
        open -= 1;
      },
    },
    options,
  );
  return parser;
};
