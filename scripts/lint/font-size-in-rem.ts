import type { CSSSourceCode } from '@eslint/css';
import type { Rule } from 'eslint';

/** The parts in use of a node of CSS. */
interface Declaration {
  property: string;
  value: Parameters<CSSSourceCode['getText']>[0];
}

/** Properties that hold a font size, and the tokens with those of the interface. */
const holdsFontSize = /^(?:font|font-size|--o-size-.+)$/i;

/** Lengths that stay as they are where a person has set larger texts in the browser. */
const fixedLength = /(?<![\w.-])[\d.]+(?:px|pt|pc|in|cm|mm|q)\b/iu;

/**
 * Reports a font size in pixels: it would not follow the font size that a person has set in the browser. Limits of
 * anything that is not read, such as a drawn cover, turn the rule off with a comment that says why.
 */
export const fontSizeInRem: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      fixed:
        '`{{text}}` ignores the font size set in the browser. Use a token of tokens.css, such as var(--o-size-13).',
    },
  },
  create: (context) => ({
    // A node of CSS, which the types of rules for scripts do not know.
    Declaration: (node: Rule.Node) => {
      const { property, value } = node as unknown as Declaration;
      if (!holdsFontSize.test(property)) return;
      const text = (context.sourceCode as unknown as CSSSourceCode).getText(value);
      if (fixedLength.test(text)) context.report({ node, messageId: 'fixed', data: { text } });
    },
  }),
};
