/** A QR code for a text, as SVG without fixed dimensions. */
export const qrCode = async (text: string): Promise<string> => {
  const { default: qrcode } = await import('qrcode');
  return qrcode.toString(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' });
};
