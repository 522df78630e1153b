import { MediaError } from '../media-error.ts';
import { openDocument, withMemory } from './document.ts';
import type { Pdfium } from './pdfium.ts';

/** `FPDF_FILEWRITE`, version 1. */
const writerBytes = 8;

/** Extracts a page (`index` from 0) as a PDF, limited in size. Throws MediaError. */
export const extractPage = (
  pdfium: Pdfium,
  path: string,
  index: number,
  maxBytes: number,
): Uint8Array<ArrayBuffer> => {
  const target = pdfium._FPDF_CreateNewDocument();
  try {
    const source = openDocument(pdfium, path);
    try {
      source.copyPage(index, target);
    } finally {
      // The copy is independent of its source; files cannot be read during the write.
      source.close();
    }
    return save(pdfium, target, maxBytes);
  } finally {
    pdfium._FPDF_CloseDocument(target);
  }
};

const save = (pdfium: Pdfium, document: number, maxBytes: number): Uint8Array<ArrayBuffer> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  const receive = (bytes: Uint8Array): boolean => {
    size += bytes.length;
    if (size > maxBytes) return false;
    // Copied, because PDFium reuses its memory.
    parts.push(bytes.slice());
    return true;
  };
  const isSaved = pdfium.withWriter(receive, (writeBlock) =>
    withMemory(pdfium, writerBytes, (fileWrite) => {
      const fields = new DataView(pdfium.HEAPU8.buffer, fileWrite, writerBytes);
      fields.setUint32(0, 1, true);
      fields.setUint32(4, writeBlock, true);
      return pdfium._FPDF_SaveAsCopy(document, fileWrite, 0);
    }),
  );
  if (isSaved === 0 || size > maxBytes) {
    throw new MediaError('too_large', 'The page needs more memory than Octavo allows for a page.');
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
};
