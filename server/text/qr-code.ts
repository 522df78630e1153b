/** A text as a QR code, SVG without a size of its own. */
export const qrCode = async (text: string): Promise<string> => {
  const { default: qrcode } = await import('qrcode');
  return qrcode.toString(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' });
};
