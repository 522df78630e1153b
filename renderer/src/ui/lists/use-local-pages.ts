import { useState } from 'react';

/** The pages of a list that is loaded as a whole but too long to render at once. */
export const useLocalPages = <T>(items: readonly T[], pageSize: number) => {
  const [wanted, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(items.length / pageSize));
  const page = Math.min(wanted, pages);
  return {
    shown: items.slice((page - 1) * pageSize, page * pageSize),
    /** For `PageButtons`. */
    buttons: { page, pages, onPage: setPage },
  };
};
