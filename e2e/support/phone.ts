export const phoneSize = { width: 390, height: 844 };

/** Options of a page on a phone. */
export const phoneOptions = { viewport: phoneSize, hasTouch: true, isMobile: true };
