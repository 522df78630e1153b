/** Side of the downscaled page (px); fine enough for the narrowest paper margin. */
const samples = 64;

/**
 * The colour to continue a page beyond its borders: the median of its edge pixels, because a panel
 * that bleeds over the edge does not skew it, snapped to pure black or white if close.
 *
 * @param pixels RGBA bytes of a `side` × `side` image
 */
export const edgeColour = (pixels: Uint8ClampedArray, side: number): string => {
  const edges: [number[], number[], number[]] = [[], [], []];
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (x > 0 && y > 0 && x < side - 1 && y < side - 1) continue;
      edges.forEach((values, channel) => values.push(pixels[(y * side + x) * 4 + channel] ?? 0));
    }
  }
  const [red, green, blue] = edges.map(median) as [number, number, number];
  const light = (red * 299 + green * 587 + blue * 114) / 1000;
  if (light > 235) return 'rgb(255 255 255)';
  if (light < 24) return 'rgb(0 0 0)';
  return `rgb(${red} ${green} ${blue})`;
};

const median = (values: number[]): number =>
  values.sort((first, other) => first - other)[values.length >> 1] ?? 0;

/** Edge colour of a loaded image; null if the browser blocks canvas reads. */
export const sampleBackground = (image: HTMLImageElement): string | null => {
  try {
    const canvas = document.createElement('canvas');
    canvas.width = samples;
    canvas.height = samples;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return null;
    // A transparent page lies on white, as `PageImage` shows it.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, samples, samples);
    context.drawImage(image, 0, 0, samples, samples);
    return edgeColour(context.getImageData(0, 0, samples, samples).data, samples);
  } catch {
    return null;
  }
};
