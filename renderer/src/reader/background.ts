/** Samples per edge of the shrunken page. */
const samples = 16;

/**
 * The colour that continues a page beyond its borders: the average of its edge pixels, drawn to
 * pure black or white when it is close to it.
 *
 * @param pixels RGBA bytes of a `side` × `side` image
 */
export const edgeColour = (pixels: Uint8ClampedArray, side: number): string => {
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (x > 0 && y > 0 && x < side - 1 && y < side - 1) continue;
      const at = (y * side + x) * 4;
      sum[0] += pixels[at] ?? 0;
      sum[1] += pixels[at + 1] ?? 0;
      sum[2] += pixels[at + 2] ?? 0;
      count += 1;
    }
  }
  const [red, green, blue] = sum.map((value) => Math.round(value / count)) as typeof sum;
  const light = (red * 299 + green * 587 + blue * 114) / 1000;
  if (light > 235) return 'rgb(255 255 255)';
  if (light < 24) return 'rgb(0 0 0)';
  return `rgb(${red} ${green} ${blue})`;
};

/** Reads the edge colour of a loaded image; null where the browser forbids or cannot do it. */
export const sampleBackground = (image: HTMLImageElement): string | null => {
  try {
    const canvas = document.createElement('canvas');
    canvas.width = samples;
    canvas.height = samples;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return null;
    context.drawImage(image, 0, 0, samples, samples);
    return edgeColour(context.getImageData(0, 0, samples, samples).data, samples);
  } catch {
    return null;
  }
};
