/**
 * What is looked at without a thread: some 3 ms of work. More would keep other requests waiting; less is
 * not worth the fifth of a millisecond that another thread takes.
 */
const fewRows = 30_000;

/** Finds at once what looks at few rows, and lets `elsewhere` find the rest. */
export const lightHere =
  <View, Query, Filter, Found>(
    store: {
      rowsToLookAt(filter: Filter): number;
      find(view: View, query: Query, filter: Filter): Found;
    },
    elsewhere: (view: View, query: Query, filter: Filter) => Promise<Found>,
  ) =>
  (view: View, query: Query, filter: Filter): Found | Promise<Found> =>
    store.rowsToLookAt(filter) > fewRows
      ? elsewhere(view, query, filter)
      : store.find(view, query, filter);
