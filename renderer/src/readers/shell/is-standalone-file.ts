/** Whether the book is a file outside of the libraries: its series id is its own id. */
export const isStandaloneFile = ({ id, series_id }: { id: string; series_id: string }): boolean =>
  series_id === id;
