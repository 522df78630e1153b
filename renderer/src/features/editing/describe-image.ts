/** Type, pixels and size of an image: `JPEG · 1200 × 1800 · 340 kB`. Omits pixels that cannot be read. */
export const describeImage = async (
  image: File,
  bytes: (size: number) => string,
): Promise<string> => {
  const type = image.type.replace('image/', '').toUpperCase();
  const bitmap = await createImageBitmap(image).catch(() => null);
  const pixels = bitmap && `${bitmap.width} × ${bitmap.height}`;
  bitmap?.close();
  return [type, pixels, bytes(image.size)].filter(Boolean).join(' · ');
};
