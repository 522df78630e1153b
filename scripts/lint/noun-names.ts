import { ESLintUtils } from '@typescript-eslint/utils';

/** Words that name nothing: a reader has to find out what stands behind them. */
const wordsWithoutMeaning = new Set(['of', 'by', 'as', 'at', 'to', 'one']);

/**
 * Reports variables, parameters and functions named by a preposition. A field of the API keeps its
 * name if it is renamed where it is taken out: `{ to: target }`.
 */
export const nounNames = ESLintUtils.RuleCreator.withoutDocs({
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      preposition: '`{{name}}` does not say what it is. Use a noun, such as `target` or `end`.',
    },
  },
  create: ({ sourceCode, report }) => ({
    'Program:exit': () => {
      for (const scope of sourceCode.scopeManager?.scopes ?? []) {
        for (const { name, identifiers } of scope.variables) {
          if (!wordsWithoutMeaning.has(name)) continue;
          for (const node of identifiers)
            report({ node, messageId: 'preposition', data: { name } });
        }
      }
    },
  }),
});
