import { imageSize } from '../../server/media/image-size/image-size.ts';
import { fileTypeOf, imageTypeOf } from '../../server/media/media-type.ts';
import { heads } from '../fixtures.ts';
import { must, type Target } from '../target.ts';

/** Image headers: type and size. */
export const target: Target = {
  seeds: () => heads('images/**/*.*', 4096),
  tokens: [
    ...['\xff\xd8\xff', '\xff\xc0', '\xff\xe1', 'Exif\0\0', 'II*\0', 'MM\0*', '\x89PNG\r\n\x1a\n'],
    ...['IHDR', 'GIF89a', 'RIFF', 'WEBPVP8X', 'VP8L', 'VP8 ', 'ftypavif', 'ftypheic', 'meta'],
    ...['iprp', 'ipco', 'ispe', 'irot', 'ipma', 'pitm', 'JXL \r\n\x87\n', 'jxlc', 'jxlp'],
    ...['jP  \r\n\x87\n', 'jp2h', 'ihdr', 'BM', '\0\0\0\x01'],
  ],
  run: (input) => {
    const type = imageTypeOf(input);
    const size = imageSize(input);
    if (size !== null) {
      must(type !== null, 'only an image has a size');
      must(Number.isSafeInteger(size.width) && size.width > 0, 'a width is a whole number');
      must(Number.isSafeInteger(size.height) && size.height > 0, 'a height is a whole number');
    }
    return `${fileTypeOf(input)} ${type} ${size === null ? '' : Math.log2(size.width).toFixed()}`;
  },
};
