import type { PDFDocumentProxy } from './pdf-js.ts';

type Reference = Parameters<PDFDocumentProxy['getPageIndex']>[0];

/** The parts of a destination, which can be a name, with the index of its page; null if it leads nowhere. */
export const resolveDestination = async (
  pdf: PDFDocumentProxy,
  destination: unknown,
): Promise<[index: number, ...unknown[]] | null> => {
  try {
    const parts: unknown =
      typeof destination === 'string' ? await pdf.getDestination(destination) : destination;
    const [first, ...others] = Array.isArray(parts) ? (parts as unknown[]) : [];
    if (typeof first === 'number') return [first, ...others];
    if (typeof first !== 'object' || first === null) return null;
    return [await pdf.getPageIndex(first as Reference), ...others];
  } catch {
    return null;
  }
};
