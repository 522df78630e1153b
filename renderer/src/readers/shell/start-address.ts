/**
 * Removes from the address where the book was opened, so that a reload resumes at the last position.
 * Phones reload the pages that they discarded in the background.
 */
export const removeStartFromAddress = (bookId: string): void => {
  const url = new URL(location.href);
  if (!url.pathname.endsWith(`/read/${bookId}`)) return;
  url.searchParams.delete('page');
  url.searchParams.delete('place');
  if (url.href !== location.href) history.replaceState(history.state, '', url);
};
