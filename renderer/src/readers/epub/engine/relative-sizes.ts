/** Pixels in the absolute units of CSS. */
const pixels: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
};

/** Shares of the browser's text size. */
const keywords: Readonly<Record<string, number>> = {
  'xx-small': 0.5625,
  'x-small': 0.625,
  small: 0.8125,
  medium: 1,
  large: 1.125,
  'x-large': 1.5,
  'xx-large': 2,
  'xxx-large': 3,
};

/** The browser's text size (px), on which the size of the settings is based. */
const textSize = 16;

/** An absolute size as a share of the text size of the root; null for any other. */
const relativeSize = (size: string): string | null => {
  const [, amount, unit = ''] = /^(\d*\.?\d+)(px|pt|pc|in|cm|mm)$/.exec(size) ?? [];
  const share =
    amount === undefined ? keywords[size] : (Number(amount) * (pixels[unit] ?? 1)) / textSize;
  return share === undefined ? null : `${Number(share.toFixed(4))}rem`;
};

const scale = (style: CSSStyleDeclaration): void => {
  for (const name of ['font-size', 'line-height']) {
    const size = relativeSize(style.getPropertyValue(name));
    if (size !== null) style.setProperty(name, size, style.getPropertyPriority(name));
  }
};

const scaleSheet = (sheet: CSSStyleSheet): void => {
  try {
    scaleRules(sheet.cssRules);
  } catch (error) {
    // The rules of a sheet that was blocked, or is in a `data:` address, are out of reach. The error
    // is of the frame, whose classes are its own.
    const { name } = error as Partial<Error>;
    if (name !== 'SecurityError' && name !== 'InvalidAccessError') throw error;
  }
};

const scaleRules = (rules: CSSRuleList): void => {
  for (const rule of rules as Iterable<Partial<CSSStyleRule & CSSImportRule> & CSSRule>) {
    if (rule.style) scale(rule.style);
    if (rule.cssRules) scaleRules(rule.cssRules);
    if (rule.styleSheet) scaleSheet(rule.styleSheet);
  }
};

/**
 * Makes the sizes that a book sets in absolute units follow the text size of the settings. Call it
 * before our own style sheets are added.
 */
export const scaleAbsoluteSizes = (document: Document): void => {
  for (const sheet of document.styleSheets) scaleSheet(sheet);
  for (const { style } of document.querySelectorAll<HTMLElement>(
    '[style*="font"], [style*="line"]',
  ))
    scale(style);
};
