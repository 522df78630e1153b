/** A loading or loaded image; `drop` cancels the request or frees the memory. */
export interface LoadingImage {
  drop: () => void;
}

export interface PreloaderOptions {
  /** Starts loading and decoding. */
  load: (url: string) => LoadingImage;
}

export interface Preloader {
  /** Loads these images in order of priority and drops all others. */
  keep: (urls: readonly string[]) => void;
  /** Drops everything. */
  clear: () => void;
}

/** Cache of the images around the current page. */
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

/**
 * Empties `src` instead of removing it, because Chromium 156 would keep the element until the page
 * is left: it then listens for changes of the viewport.
 */
const releasePixels = (image: HTMLImageElement): void => {
  image.src = '';
};

/** Loads and decodes an image off-document, so that showing it costs one frame. */
export const loadImage = (url: string): LoadingImage => {
  const image = new Image();
  image.decoding = 'async';
  image.src = url;
  // Ignored: a page that cannot be decoded shows its error once visible.
  image.decode().catch(() => undefined);
  return {
    // Cancels a pending request or frees the decoded image.
    drop: () => releasePixels(image),
  };
};

/**
 * Releases the pixels of a removed image: browsers keep them until the element is collected, which
 * can take long because the element itself is small.
 */
export const releaseWhenGone = (image: HTMLImageElement) => () => {
  // React can detach an element and attach it again.
  setTimeout(() => {
    if (!image.isConnected) releasePixels(image);
  });
};

/**
 * The pages to preload: those ahead in order of need, then those behind. Visible pages load
 * themselves.
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
