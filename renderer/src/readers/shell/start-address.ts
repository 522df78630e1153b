const changeAddress = (bookId: string, change: (search: URLSearchParams) => void): void => {
  const url = new URL(location.href);
  if (!url.pathname.endsWith(`/read/${bookId}`)) return;
  change(url.searchParams);
  if (url.href !== location.href) history.replaceState(history.state, '', url);
  // On a phone, a panel can be open on an entry of its own (`use-close-on-back.ts`); that below has the old address.
  if ((history.state as { isSpare?: true } | null)?.isSpare) {
    addEventListener('popstate', () => changeAddress(bookId, change), { once: true });
  }
};

/**
 * Removes from the address where the book was opened, so that a reload resumes at the last position.
 * Phones reload the pages that they discarded in the background.
 */
export const removeStartFromAddress = (bookId: string): void =>
  changeAddress(bookId, (search) => {
    search.delete('page');
    search.delete('place');
  });

/** Keeps in the address that nothing is saved, for a reload, another reader of the book and the next book. */
export const writeIncognitoToAddress = (bookId: string, isIncognito: boolean): void =>
  changeAddress(bookId, (search) => {
    if (isIncognito) search.set('incognito', 'true');
    else search.delete('incognito');
  });
