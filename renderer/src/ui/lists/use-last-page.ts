import { useEffect } from 'react';

interface Paged {
  data: { totalPages: number } | undefined;
  /** Whether the data is that of the page before. */
  isPlaceholderData: boolean;
}

/** Turns back to the last page once the page that is shown no longer exists, because its entries left. */
export const useLastPage = (
  { data, isPlaceholderData }: Paged,
  page: number,
  onPage: (page: number) => void,
): void => {
  const last = data === undefined || isPlaceholderData ? page : Math.max(1, data.totalPages);
  useEffect(() => {
    if (page > last) onPage(last);
  });
};
