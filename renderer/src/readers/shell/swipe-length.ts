/** Distance that a finger moves at least in a swipe, px. */
export const swipeLength = 48;
