import { toString as draw } from 'qrcode';

/** A text as a QR code, SVG without a size of its own. */
export const qrCode = (text: string): Promise<string> =>
  draw(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' });
