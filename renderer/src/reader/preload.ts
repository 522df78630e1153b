/** An image on its way or there; `drop` gives up its memory, and its request if still running. */
export interface LoadingImage {
  drop: () => void;
}

export interface PreloaderOptions {
  /** Starts loading and decoding. */
  load: (url: string) => LoadingImage;
}

export interface Preloader {
  /** Loads these images, the most wanted first, and drops all others. */
  keep: (urls: readonly string[]) => void;
  /** Drops everything. */
  clear: () => void;
}

/** Holds the images around the page being read, and nothing else. */
export const createPreloader = ({ load }: PreloaderOptions): Preloader => {
  const held = new Map<string, LoadingImage>();
  const keep = (urls: readonly string[]) => {
    for (const [url, image] of held) {
      if (urls.includes(url)) continue;
      image.drop();
      held.delete(url);
    }
    for (const url of urls) if (!held.has(url)) held.set(url, load(url));
  };
  return { keep, clear: () => keep([]) };
};

/** Loads and decodes an image off the page, so that showing it costs one frame. */
export const loadImage = (url: string): LoadingImage => {
  const image = new Image();
  image.decoding = 'async';
  image.src = url;
  // A page that cannot be decoded shows its own error when it is reached.
  image.decode().catch(() => undefined);
  return {
    drop: () => {
      // Ends a request that still runs; a loaded image goes with its last reference.
      if (!image.complete) image.removeAttribute('src');
    },
  };
};

/**
 * The pages worth having around the ones shown: those ahead first, in the order they will be
 * needed, then those behind. Pages shown are loaded by the page itself.
 */
export const preloadPages = (
  shown: { first: number; last: number },
  pageCount: number,
  window: { ahead: number; behind: number },
): number[] => {
  const pages: number[] = [];
  for (let page = shown.last + 1; page <= Math.min(pageCount, shown.last + window.ahead); page++) {
    pages.push(page);
  }
  for (let page = shown.first - 1; page >= Math.max(1, shown.first - window.behind); page--) {
    pages.push(page);
  }
  return pages;
};
