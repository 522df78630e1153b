import type { Page } from 'playwright';

/** Sets the font size of the browser for this page, like Chrome's settings ("Very large" is 24). */
export const setBrowserFontSize = async (page: Page, size: number): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  // In the settings, the one of texts in a fixed width follows.
  const fontSizes = { standard: size, fixed: size - 3 };
  await devtools.send('Page.setFontSizes', { fontSizes });
  await page.waitForFunction(
    (expected) => getComputedStyle(document.documentElement).fontSize === `${expected}px`,
    size,
  );
};

/**
 * Visible texts that are smaller than `least` px or cut by a box that hides what does not fit and neither scrolls nor
 * shows an ellipsis. Letters drawn on covers are pictures.
 */
export const textFaultsOf = (page: Page, screen: string, least: number): Promise<string[]> =>
  page.evaluate(
    ({ screen, least }) => {
      const found: string[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      /** A little of the height of letters may be outside: only space for accents. */
      const tolerance = 2;
      while (walker.nextNode()) {
        const node = walker.currentNode;
        const text = node.textContent?.trim() ?? '';
        const parent = node.parentElement;
        if (text === '' || !parent?.checkVisibility() || parent.closest('style, script')) continue;
        range.selectNodeContents(node);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        const cuts: string[] = [];
        // The link to skip to the content is above the window until it has the focus.
        let isHidden = right - left < 1 || bottom <= 0;
        let isReachable = { x: false, y: false };
        for (let box: Element | null = parent; box && !isHidden; box = box.parentElement) {
          const style = getComputedStyle(box);
          const area = box.getBoundingClientRect();
          const hides = (overflow: string) => /hidden|clip/.test(overflow);
          const scrolls = (overflow: string) => /auto|scroll/.test(overflow);
          const isPicture = box.ariaHidden === 'true' && style.containerType === 'inline-size';
          isHidden =
            isPicture || style.clipPath.includes('50%') || area.width <= 1 || area.height <= 1;
          const isEllipsis = style.textOverflow === 'ellipsis';
          const isClamp = style.webkitLineClamp !== 'none';
          // The head of a table scrolls with its rows.
          const isHead = box.role === 'rowgroup';
          isReachable = {
            x: isReachable.x || isEllipsis || isClamp || isHead || scrolls(style.overflowX),
            y: isReachable.y || isClamp || scrolls(style.overflowY),
          };
          if (!isReachable.x && hides(style.overflowX)) {
            if (left < area.left - tolerance || right > area.right + tolerance) cuts.push('beside');
          }
          if (!isReachable.y && hides(style.overflowY)) {
            if (top < area.top - tolerance || bottom > area.bottom + tolerance) cuts.push('below');
          }
        }
        if (isHidden) continue;
        const size = Number.parseFloat(getComputedStyle(parent).fontSize);
        const name = `${screen}: “${text.slice(0, 40)}”`;
        if (size < least) found.push(`${name} has ${size} px`);
        for (const cut of new Set(cuts)) found.push(`${name} is cut ${cut}`);
      }
      return [...new Set(found)];
    },
    { screen, least },
  );

/** Rows of a virtual list, in words, that the row above overlaps. */
export const rowOverlapsOf = (page: Page, screen: string): Promise<string[]> =>
  page.evaluate((screen) => {
    const cells = [...document.querySelectorAll<HTMLElement>('#content [data-index]')];
    const rows = new Map<Element, { top: number; bottom: number; first: string }>();
    for (const cell of cells) {
      const row = cell.parentElement;
      if (row === null) continue;
      // The lowest content, also where it leaves a cell of a fixed height.
      const inside = [cell, ...cell.querySelectorAll('*')].map(
        (element) => element.getBoundingClientRect().bottom,
      );
      const { top } = cell.getBoundingClientRect();
      const { bottom = 0, first = cell.textContent } = rows.get(row) ?? {};
      rows.set(row, { top, bottom: Math.max(bottom, ...inside), first });
    }
    const sorted = [...rows.values()].sort((a, b) => a.top - b.top);
    return sorted.flatMap(({ bottom }, index) => {
      const next = sorted[index + 1];
      return next !== undefined && bottom > next.top + 1
        ? [`${screen}: ${bottom - next.top} px over “${next.first.slice(0, 40)}”`]
        : [];
    });
  }, screen);
