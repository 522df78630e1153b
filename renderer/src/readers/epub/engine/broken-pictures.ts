/** Marks elements that we inserted: they are not part of the book's text. */
export const oursMark = 'data-octavo';

/**
 * Inserts a message in place of each image that failed to load, with its alt text. Browsers differ
 * in the image formats that they support.
 */
export const nameBrokenPictures = (document: Document, sentence: string): void => {
  for (const picture of document.querySelectorAll('img')) {
    if (!picture.complete || picture.naturalWidth > 0 || !picture.hasAttribute('src')) continue;
    const alt = picture.getAttribute('alt')?.trim() ?? '';
    const notice = document.createElementNS('http://www.w3.org/1999/xhtml', 'span');
    notice.setAttribute(oursMark, '');
    if (picture.id !== '') notice.id = picture.id;
    notice.textContent = alt === '' ? sentence : `${alt} – ${sentence}`;
    notice.style.cssText =
      'display:inline-block;max-width:100%;box-sizing:border-box;padding:0.6em 0.9em;border:1px dashed;border-radius:6px;font-size:0.85em;opacity:0.75';
    picture.replaceWith(notice);
  }
};
