import { useEffect, useState, type RefObject } from 'react';

import { useReader } from '../store/reader-context.tsx';
import type { ComicSettings } from '../store/settings.ts';
import { sampleBackground } from './background.ts';

const fixed: Record<Exclude<ComicSettings['background'], 'auto'>, string> = {
  black: '#000',
  grey: '#4a4b50',
  white: '#fff',
  theme: 'var(--o-bg)',
};

/** Background colour: the configured one, or the edge colour of the current page. */
export const useBackground = (root: RefObject<HTMLElement | null>): string => {
  const setting = useReader((state) => state.settings.background);
  const page = useReader((state) => state.page);
  const isReady = useReader((state) => state.isReady);
  const [sampled, setSampled] = useState<string | null>(null);

  useEffect(() => {
    if (setting !== 'auto' || !isReady) return;
    const image = root.current?.querySelector<HTMLImageElement>(`img[data-page="${page}"]`);
    if (!image) return;
    const sample = () => setSampled((held) => sampleBackground(image) ?? held);
    if (!image.complete) {
      image.addEventListener('load', sample, { once: true });
      return () => image.removeEventListener('load', sample);
    }
    // After the turn is painted.
    const timer = setTimeout(sample, 60);
    return () => clearTimeout(timer);
  }, [setting, page, isReady, root]);

  return setting === 'auto' ? (sampled ?? fixed.theme) : fixed[setting];
};
