import { type Handler, Parser, type ParserOptions } from 'htmlparser2';

/** Each element costs as much as there are open around it; books that never close one have some thousands. */
const maxOpen = 10_000;

/**
 * A parser of XML and HTML, well-formed or not, that stops where more elements are open than any author
 * means: a megabyte of nothing else would keep it busy for minutes.
 */
export const createMarkupParser = (handler: Partial<Handler>, options?: ParserOptions): Parser => {
  let open = 0;
  const parser = new Parser(
    {
      ...handler,
      onopentag: (name, attributes, isImplied) => {
        handler.onopentag?.(name, attributes, isImplied);
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
