import { useReader } from '../store/reader-context.tsx';
import { toneFilterId, toneOf } from './image-filter.ts';

/** SVG filter for gamma and warmth; pages reference it by id. */
export const ToneFilter = () => {
  const settings = useReader((state) => state.settings);
  const tone = toneOf(settings);
  if (!tone) return null;
  const { exponent } = tone;
  return (
    <svg width="0" height="0" aria-hidden style={{ position: 'absolute' }}>
      <filter id={toneFilterId} colorInterpolationFilters="sRGB">
        <feComponentTransfer>
          <feFuncR type="gamma" exponent={exponent} amplitude={tone.red} />
          <feFuncG type="gamma" exponent={exponent} amplitude={tone.green} />
          <feFuncB type="gamma" exponent={exponent} amplitude={tone.blue} />
        </feComponentTransfer>
      </filter>
    </svg>
  );
};
