/** First path segments of the web app's pages, empty for the home page; a test compares them with the renderer's routes. */
export const pageNames: ReadonlySet<string> = new Set(
  (
    ' activity added annotations book collection collections creator creators downloads duplicates health libraries library pair read ' +
    'read-list read-lists register releases reset-password search series settings sign-in smart-list smart-lists stats trash ' +
    'verify-email want-to-read welcome'
  ).split(' '),
);
