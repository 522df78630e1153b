/** Marks what is ours in a document of the book: its text is none of the book's. */
export const oursMark = 'data-octavo';

/**
 * Says in the place of each picture that the browser could not show what it was, where the book says so, and
 * that it cannot be shown. A kind of picture is one thing to Safari and another to Firefox.
 */
export const nameBrokenPictures = (document: Document, sentence: string): void => {
  for (const picture of document.querySelectorAll('img')) {
    if (!picture.complete || picture.naturalWidth > 0 || !picture.hasAttribute('src')) continue;
    const said = picture.getAttribute('alt')?.trim() ?? '';
    const notice = document.createElementNS('http://www.w3.org/1999/xhtml', 'span');
    notice.setAttribute(oursMark, '');
    if (picture.id !== '') notice.id = picture.id;
    notice.textContent = said === '' ? sentence : `${said} – ${sentence}`;
    notice.style.cssText =
      'display:inline-block;max-width:100%;box-sizing:border-box;padding:0.6em 0.9em;border:1px dashed;border-radius:6px;font-size:0.85em;opacity:0.75';
    picture.replaceWith(notice);
  }
};
