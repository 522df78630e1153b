/** Minimum distance of a swipe, px. */
export const swipeLength = 48;
