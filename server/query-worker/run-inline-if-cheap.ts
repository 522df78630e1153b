/**
 * Row budget for running inline: about 3 ms. More would block other requests; less is not worth the
 * 0.2 ms overhead of the worker.
 */
const fewRows = 30_000;

/** Runs cheap queries inline and passes the others to `inWorker`. */
export const inlineIfCheap =
  <View, Query, Filter, Answer>(
    store: {
      estimateRows(filter: Filter): number;
      find(view: View, query: Query, filter: Filter): Answer;
    },
    inWorker: (view: View, query: Query, filter: Filter) => Promise<Answer>,
  ) =>
  (view: View, query: Query, filter: Filter): Answer | Promise<Answer> =>
    store.estimateRows(filter) > fewRows
      ? inWorker(view, query, filter)
      : store.find(view, query, filter);
