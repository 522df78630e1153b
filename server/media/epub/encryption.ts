import { MediaError } from '../media-error.ts';
import { resolveHref } from './href.ts';
import type { Obfuscation } from './publication.ts';
import { attributeOf, descendantsOf, type XmlElement } from './xml.ts';

/** These algorithms obfuscate fonts only, so such a book can be opened. */
const fontAlgorithms = new Map<string, Obfuscation>([
  ['http://www.idpf.org/2008/embedding', 'idpf'],
  ['http://ns.adobe.com/pdf/enc#RC', 'adobe'],
]);

/**
 * The obfuscated fonts in META-INF/encryption.xml, by path. Throws MediaError `encrypted` for any
 * other encryption, because that is DRM.
 */
export const readProtection = (encryption: XmlElement): Map<string, Obfuscation> => {
  const fonts = new Map<string, Obfuscation>();
  for (const data of descendantsOf(encryption, 'EncryptedData')) {
    const algorithm = attributeOf(descendantsOf(data, 'EncryptionMethod')[0], 'Algorithm') ?? '';
    const obfuscation = fontAlgorithms.get(algorithm);
    if (obfuscation === undefined) {
      throw new MediaError(
        'encrypted',
        'The book is protected by DRM, so only the app that it was bought for can open it. Get a copy without DRM.',
      );
    }
    for (const reference of descendantsOf(data, 'CipherReference')) {
      const target = resolveHref('', attributeOf(reference, 'URI') ?? '');
      if (target) fonts.set(target.path, obfuscation);
    }
  }
  return fonts;
};
