import { normalize } from '../../text/search-key.ts';
import { encryptedArchive } from '../formats/archive-entries.ts';
import type { Limits } from '../limits.ts';
import { MediaError, protectedBook } from '../media-error.ts';
import type { ZipEntry } from '../zip/directory.ts';
import { resolveHref } from './href.ts';
import type { Obfuscation } from './publication.ts';
import { attributeOf, descendantsOf, readXml, type XmlDocument, type XmlElement } from './xml.ts';

const containerPath = 'META-INF/container.xml';

/** An EPUB's ZIP archive, used while the book is listed. */
export interface Container {
  /** The file at a path (percent-decoded, Unicode NFC). */
  entry(path: string): ZipEntry | undefined;
  /** Unpacked. Throws MediaError. */
  read(entry: ZipEntry): Buffer;
  /**
   * The small XML file at a path; null if it is missing or holds no element. Throws MediaError when
   * it is too large.
   */
  readXml(path: string): XmlDocument | null;
}

/** Detects an EPUB by its entries, regardless of file name and first bytes. */
export const isEpub = (entries: readonly ZipEntry[]): boolean =>
  entries.some(({ name }) => name === containerPath);

/** A MediaError for a damaged EPUB structure, worded for the owner of the file. */
export const damagedEpub = (what: string): MediaError =>
  new MediaError('damaged', `The EPUB is damaged: ${what}. Copy or download the file again.`);

export const openContainer = (
  entries: readonly ZipEntry[],
  unpack: (entry: ZipEntry) => Buffer,
  { epub_xml_bytes: most }: Pick<Limits, 'epub_xml_bytes'>,
): Container => {
  const byPath = new Map(entries.map((entry) => [normalize(entry.name), entry]));
  const read = (entry: ZipEntry): Buffer => {
    if (entry.encrypted) throw encryptedArchive();
    return unpack(entry);
  };
  return {
    entry: (path) => byPath.get(path),
    read,
    readXml: (path) => {
      const entry = byPath.get(path);
      if (!entry) return null;
      const bytes = entry.size > most ? null : read(entry);
      if (bytes === null || bytes.length > most) {
        throw new MediaError(
          'too_large',
          `The EPUB's ${path} is larger than the ${most} bytes allowed.`,
        );
      }
      return readXml(bytes);
    },
  };
};

/** The path of the package document (the first rendition's). Throws MediaError. */
export const findPackage = (container: Container): string => {
  const document = container.readXml(containerPath);
  if (!document) throw damagedEpub(`its ${containerPath} is missing or empty`);
  const paths = descendantsOf(document.root, 'rootfile').flatMap((rootfile) => {
    const target = resolveHref('', attributeOf(rootfile, 'full-path') ?? '');
    return target ? target.path : [];
  });
  const found = paths.find((path) => container.entry(path) !== undefined);
  if (found === undefined) throw damagedEpub('its package document is missing');
  return found;
};

/** Paths of obfuscated fonts. Throws MediaError `encrypted` for a book under DRM. */
export const findObfuscation = (container: Container): Map<string, Obfuscation> => {
  const document = container.readXml('META-INF/encryption.xml');
  return document ? readProtection(document.root) : new Map<string, Obfuscation>();
};

/** These algorithms obfuscate fonts only, so such a book can be opened. */
const fontAlgorithms = new Map<string, Obfuscation>([
  ['http://www.idpf.org/2008/embedding', 'idpf'],
  ['http://ns.adobe.com/pdf/enc#RC', 'adobe'],
]);

/**
 * The obfuscated fonts in META-INF/encryption.xml, by path. Throws MediaError `encrypted` for any
 * other encryption, because that is DRM.
 */
const readProtection = (encryption: XmlElement): Map<string, Obfuscation> => {
  const fonts = new Map<string, Obfuscation>();
  for (const data of descendantsOf(encryption, 'EncryptedData')) {
    const algorithm = attributeOf(descendantsOf(data, 'EncryptionMethod')[0], 'Algorithm') ?? '';
    const obfuscation = fontAlgorithms.get(algorithm);
    if (obfuscation === undefined) throw protectedBook();
    for (const reference of descendantsOf(data, 'CipherReference')) {
      const target = resolveHref('', attributeOf(reference, 'URI') ?? '');
      if (target) fonts.set(target.path, obfuscation);
    }
  }
  return fonts;
};
