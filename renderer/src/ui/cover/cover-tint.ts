import { useEffect, useState } from 'react';

/** The dominant colour of a cover as `rgb(…)`; null while unknown or if there is none. */
export const useCoverTint = (src: string): string | null => {
  const [tint, setTint] = useState<{ src: string; color: string } | null>(null);
  useEffect(() => {
    const image = new Image();
    image.onload = () => {
      const color = prevailingColor(pixelsOf(image));
      if (color !== null) setTint({ src, color });
    };
    image.src = src;
    return () => {
      image.onload = null;
    };
  }, [src]);
  return tint?.src === src ? tint.color : null;
};

/** The cover is downscaled to this side (px). */
const side = 12;

const pixelsOf = (image: HTMLImageElement): Uint8ClampedArray => {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return new Uint8ClampedArray();
  context.drawImage(image, 0, 0, side, side);
  return context.getImageData(0, 0, side, side).data;
};

/**
 * Mean of RGBA pixels weighted by saturation, so that white and black do not dilute the perceived
 * colour. Null if there is none.
 */
export const prevailingColor = (pixels: ArrayLike<number>): string | null => {
  const sum = [0, 0, 0];
  let weights = 0;
  for (let offset = 0; offset + 3 < pixels.length; offset += 4) {
    const [red, green, blue] = [
      pixels[offset] ?? 0,
      pixels[offset + 1] ?? 0,
      pixels[offset + 2] ?? 0,
    ];
    const most = Math.max(red, green, blue);
    const weight = most === 0 ? 0 : ((most - Math.min(red, green, blue)) / most) ** 2;
    [red, green, blue].forEach(
      (value, channel) => (sum[channel] = (sum[channel] ?? 0) + value * weight),
    );
    weights += weight;
  }
  if (weights < 0.5) return null;
  return `rgb(${sum.map((value) => Math.round(value / weights)).join(' ')})`;
};
