/** A text as a QR code, SVG without a size of its own. */
export const qrCode = async (text: string): Promise<string> => {
  const { toString: draw } = await import('qrcode');
  return draw(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' });
};
