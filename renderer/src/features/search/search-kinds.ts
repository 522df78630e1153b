/** Kinds of results, in the order of their tabs. */
export const searchKinds = ['series', 'books', 'creators', 'lists'] as const;
export type SearchKind = (typeof searchKinds)[number];
