import { readSync } from 'node:fs';

import { PDFiumModule } from '@hyzyla/pdfium';

import { type Callback, type FunctionTable, instantiate, setFunction } from './wasm.ts';

/** The PDFium functions in use; pointers and handles are numbers, 0 means failure. */
interface Exports {
  _FPDF_InitLibrary(): void;
  _FPDF_GetLastError(): number;
  _FPDF_LoadCustomDocument(fileAccess: number, password: number): number;
  _FPDF_CloseDocument(document: number): void;
  _FPDF_CreateNewDocument(): number;
  /** `indices` points to `count` 32-bit integers. */
  _FPDF_ImportPagesByIndex(
    target: number,
    source: number,
    indices: number,
    count: number,
    offset: number,
  ): number;
  _FPDF_SaveAsCopy(document: number, fileWrite: number, flags: number): number;
  _FPDF_GetPageCount(document: number): number;
  /** Writes two floats, in points; returns 0 for a missing page. */
  _FPDF_GetPageSizeByIndexF(document: number, index: number, size: number): number;
  /** UTF-16LE with a terminating zero; returns the number of bytes needed. */
  _FPDF_GetMetaText(document: number, tag: number, buffer: number, length: number): number;
  /** A name of the viewer preferences, with a terminating zero; returns the number of bytes needed. */
  _FPDF_VIEWERREF_GetName(document: number, key: number, buffer: number, length: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDFText_LoadPage(page: number): number;
  /** -1 if the text cannot be read. */
  _FPDFText_CountChars(text: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFBitmap_CreateEx(
    width: number,
    height: number,
    format: number,
    pixels: number,
    stride: number,
  ): number;
  _FPDFBitmap_FillRect(
    bitmap: number,
    left: number,
    top: number,
    width: number,
    height: number,
    colour: number,
  ): void;
  _FPDFBitmap_Destroy(bitmap: number): void;
  _FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotation: number,
    flags: number,
  ): void;
  /** 0 without a form. */
  _FPDF_GetFormType(document: number): number;
  /** `info` must live until the exit. */
  _FPDFDOC_InitFormFillEnvironment(document: number, info: number): number;
  _FPDFDOC_ExitFormFillEnvironment(form: number): void;
  _FPDF_FFLDraw(
    form: number,
    bitmap: number,
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotation: number,
    flags: number,
  ): void;
  wasmExports: {
    malloc(size: number): number;
    free(pointer: number): void;
    __indirect_function_table: FunctionTable;
  };
  /** Replaced whenever the memory grows, so it must not be cached. */
  HEAPU8: Uint8Array;
}

export interface Pdfium extends Exports {
  /** For `FPDF_FILEACCESS`: reads from the file descriptor in its parameter. */
  readBlock: number;
  /**
   * Calls `use` with a pointer for `FPDF_FILEWRITE`, which passes written data to `receive` until that
   * returns false. No document can be read meanwhile.
   */
  withWriter<Result>(
    receive: (bytes: Uint8Array) => boolean,
    use: (writeBlock: number) => Result,
  ): Result;
}

const silent = () => undefined;

/** Starts PDFium in this thread. It is single-threaded and can hang or trap on a hostile file. */
export const loadPdfium = async (): Promise<Pdfium> => {
  const options = { instantiateWasm: instantiate, print: silent, printErr: silent };
  const load = PDFiumModule as unknown as (settings: typeof options) => Promise<Exports>;
  const exports = await load(options);
  exports._FPDF_InitLibrary();
  const table = exports.wasmExports.__indirect_function_table;
  const read: Callback = (fd, position, target, size) => {
    try {
      return Number(readSync(fd, exports.HEAPU8, target, size, position >>> 0) === size);
    } catch {
      return 0;
    }
  };
  const withWriter: Pdfium['withWriter'] = (receive, use) => {
    const write = (_fileWrite: number, data: number, size: number) =>
      Number(receive(exports.HEAPU8.subarray(data, data + (size >>> 0))));
    try {
      return use(setFunction(table, write, 3));
    } finally {
      setFunction(table, read, 4);
    }
  };
  return Object.assign(exports, { readBlock: setFunction(table, read, 4), withWriter });
};
