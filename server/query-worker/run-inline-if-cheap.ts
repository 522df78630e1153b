/**
 * Row budget for running inline: about 3 ms. More would block other requests; less is not worth the
 * 0.2 ms overhead of the worker.
 */
const fewRows = 30_000;

/** Runs cheap queries inline and passes the others to `inWorker`. */
export const inlineIfCheap =
  <View, Query, Filter, Found>(
    store: {
      estimateRows(filter: Filter): number;
      find(view: View, query: Query, filter: Filter): Found;
    },
    inWorker: (view: View, query: Query, filter: Filter) => Promise<Found>,
  ) =>
  (view: View, query: Query, filter: Filter): Found | Promise<Found> =>
    store.estimateRows(filter) > fewRows
      ? inWorker(view, query, filter)
      : store.find(view, query, filter);
