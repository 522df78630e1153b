import { closeSync, fstatSync } from 'node:fs';

import { type FileStamp, stampOf } from '../file-stamp.ts';
import { MediaError } from '../media-error.ts';
import { openRegularSync } from '../regular-file.ts';
import type { Size } from './drawn-size.ts';
import type { Pdfium } from './pdfium.ts';

/** Metadata entries of the information dictionary. */
export const infoTags = ['Title', 'Author', 'Subject', 'Keywords'] as const;
export type PdfInfo = Record<(typeof infoTags)[number], string>;

export interface PdfDocument {
  pageCount: number;
  /** The current stamp of the open file. */
  stamp(): FileStamp;
  /** Points (1/72 inch), cropped and turned as the page is shown; null where the page is damaged. */
  sizeOf(index: number): Size | null;
  /** Empty without an entry. */
  info(): PdfInfo;
  /** Whether the viewer preferences ask for pages from right to left. */
  isRightToLeft(): boolean;
  /** Number of characters on a page; 0 for a damaged one. */
  charactersOf(index: number): number;
  /** Draws a page on white at exactly this size: 3 bytes per pixel, RGB. Throws MediaError. */
  draw(index: number, size: Size): Uint8Array<ArrayBuffer>;
  /** Appends a copy of the page to another document of PDFium. Throws MediaError. */
  copyPage(index: number, target: number): void;
  close(): void;
}

/** The result of `FPDF_GetLastError` for a missing or wrong password. */
const passwordError = 4;
/** PDFium uses 32-bit file sizes. */
const maxFileSize = 2 ** 32 - 1;
/** Longer entries of the information dictionary are not genuine metadata, bytes. */
const maxInfo = 64 * 1024;
const bgrFormat = 2;
/** `FPDF_ANNOT | FPDF_REVERSE_BYTE_ORDER`: draws annotations, RGB order. */
const drawFlags = 0x01 | 0x10;
const white = 0xffffffff;

const refusal = (pdfium: Pdfium): MediaError =>
  pdfium._FPDF_GetLastError() === passwordError
    ? new MediaError('encrypted', 'The PDF is protected by a password. Save it without one.')
    : new MediaError(
        'damaged',
        'The PDF is damaged and could not be repaired. Copy or download it again.',
      );

const damagedPage = () =>
  new MediaError('damaged', 'The page is damaged. Copy or download the file again.');

/** Allocates PDFium memory for the duration of `use`. Throws MediaError when it is exhausted. */
export const withMemory = <Result>(
  pdfium: Pdfium,
  bytes: number,
  use: (pointer: number) => Result,
): Result => {
  const pointer = pdfium.wasmExports.malloc(bytes);
  if (pointer === 0) {
    throw new MediaError('too_large', 'The page needs more memory than Octavo allows for a page.');
  }
  try {
    return use(pointer);
  } finally {
    pdfium.wasmExports.free(pointer);
  }
};

/** Opens the document without loading it: PDFium reads the bytes that it needs. */
const load = (pdfium: Pdfium, fd: number): number => {
  const { size } = fstatSync(fd);
  if (size > maxFileSize) {
    throw new MediaError('too_large', 'The PDF is larger than 4 GB, more than can be read.');
  }
  const document = withMemory(pdfium, 12, (fileAccess) => {
    const fields = new DataView(pdfium.HEAPU8.buffer, fileAccess, 12);
    fields.setUint32(0, size, true);
    fields.setUint32(4, pdfium.readBlock, true);
    fields.setUint32(8, fd, true);
    return pdfium._FPDF_LoadCustomDocument(fileAccess, 0);
  });
  if (document === 0) throw refusal(pdfium);
  return document;
};

const readInfo = (pdfium: Pdfium, document: number, tag: string): string => {
  const name = Buffer.from(`${tag}\0`);
  return withMemory(pdfium, name.length, (pointer) => {
    pdfium.HEAPU8.set(name, pointer);
    const length = pdfium._FPDF_GetMetaText(document, pointer, 0, 0);
    if (length <= 2 || length > maxInfo) return '';
    return withMemory(pdfium, length, (text) => {
      pdfium._FPDF_GetMetaText(document, pointer, text, length);
      return new TextDecoder('utf-16le').decode(pdfium.HEAPU8.subarray(text, text + length - 2));
    });
  });
};

/** `/Direction /R2L`, the only name of a direction but the default. */
const isRightToLeft = (pdfium: Pdfium, document: number): boolean => {
  const key = Buffer.from('Direction\0');
  const wanted = Buffer.from('R2L\0');
  return withMemory(pdfium, key.length + wanted.length, (pointer) => {
    const buffer = pointer + key.length;
    pdfium.HEAPU8.set(key, pointer);
    const length = pdfium._FPDF_VIEWERREF_GetName(document, pointer, buffer, wanted.length);
    return wanted.equals(pdfium.HEAPU8.subarray(buffer, buffer + length));
  });
};

/** Bytes of `FPDF_FORMFILLINFO`: its version and callbacks, none of which drawing needs. */
const formInfoBytes = 256;
const formInfoVersion = 1;

/** Draws the fields of a form with their values, which PDFium leaves out of the page. */
const drawFields = (
  pdfium: Pdfium,
  document: number,
  page: number,
  bitmap: number,
  { width, height }: Size,
): void => {
  if (pdfium._FPDF_GetFormType(document) === 0) return;
  withMemory(pdfium, formInfoBytes, (info) => {
    pdfium.HEAPU8.fill(0, info, info + formInfoBytes);
    new DataView(pdfium.HEAPU8.buffer, info, 4).setUint32(0, formInfoVersion, true);
    const form = pdfium._FPDFDOC_InitFormFillEnvironment(document, info);
    if (form === 0) return;
    pdfium._FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, drawFlags);
    pdfium._FPDFDOC_ExitFormFillEnvironment(form);
  });
};

const drawInto = (
  pdfium: Pdfium,
  document: number,
  page: number,
  { width, height }: Size,
): Uint8Array<ArrayBuffer> => {
  const stride = width * 3;
  return withMemory(pdfium, stride * height, (pixels) => {
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, bgrFormat, pixels, stride);
    if (bitmap === 0) {
      throw new MediaError(
        'too_large',
        'The page needs more memory than Octavo allows for a page.',
      );
    }
    try {
      pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
      pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, drawFlags);
      drawFields(pdfium, document, page, bitmap, { width, height });
      return pdfium.HEAPU8.slice(pixels, pixels + stride * height);
    } finally {
      pdfium._FPDFBitmap_Destroy(bitmap);
    }
  });
};

/** Opens a PDF. Throws MediaError, or a system error. */
export const openDocument = (pdfium: Pdfium, path: string): PdfDocument => {
  const fd = openRegularSync(path);
  let document: number;
  try {
    document = load(pdfium, fd);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return {
    pageCount: pdfium._FPDF_GetPageCount(document),
    stamp: () => stampOf(fstatSync(fd, { bigint: true })),
    sizeOf: (index) =>
      withMemory(pdfium, 8, (pointer) => {
        if (pdfium._FPDF_GetPageSizeByIndexF(document, index, pointer) === 0) return null;
        const floats = new DataView(pdfium.HEAPU8.buffer, pointer, 8);
        const [width, height] = [floats.getFloat32(0, true), floats.getFloat32(4, true)];
        return width > 0 && height > 0 ? { width, height } : null;
      }),
    info: () =>
      Object.fromEntries(infoTags.map((tag) => [tag, readInfo(pdfium, document, tag)])) as PdfInfo,
    isRightToLeft: () => isRightToLeft(pdfium, document),
    charactersOf: (index) => {
      const page = pdfium._FPDF_LoadPage(document, index);
      if (page === 0) return 0;
      const text = pdfium._FPDFText_LoadPage(page);
      try {
        return text === 0 ? 0 : Math.max(0, pdfium._FPDFText_CountChars(text));
      } finally {
        if (text !== 0) pdfium._FPDFText_ClosePage(text);
        pdfium._FPDF_ClosePage(page);
      }
    },
    draw: (index, size) => {
      const page = pdfium._FPDF_LoadPage(document, index);
      if (page === 0) throw damagedPage();
      try {
        return drawInto(pdfium, document, page, size);
      } finally {
        pdfium._FPDF_ClosePage(page);
      }
    },
    copyPage: (index, target) => {
      const isCopied = withMemory(pdfium, 4, (indices) => {
        new DataView(pdfium.HEAPU8.buffer, indices, 4).setUint32(0, index, true);
        return pdfium._FPDF_ImportPagesByIndex(target, document, indices, 1, 0);
      });
      if (isCopied === 0) throw damagedPage();
    },
    close: () => {
      pdfium._FPDF_CloseDocument(document);
      closeSync(fd);
    },
  };
};
