import { expect, test } from 'vitest';

import { contentTypeOf, resourceKindOf } from './resource-types.ts';

test.each([
  'audio/x+xml',
  'video/evil+XML',
  'audio/xml',
  'text/xml',
  'application/xml',
  'text/html; charset=utf-7',
  'application/xhtml+xml; charset=utf-16',
  'application/xslt+xml',
  'text/javascript',
  'application/pdf',
  'multipart/related',
])('%s is never handed out: a browser may read it as a page or a program', (mediaType) => {
  expect(resourceKindOf(mediaType)).toBeNull();
});

test('a page that begins like a film is not a film', () => {
  const page = Buffer.from('<a  ftyp="" xmlns="http://www.w3.org/1999/xhtml"><script/></a>');
  // Its first bytes are those of MP4, so only its type prevents it from being served as a page.
  expect(contentTypeOf('media', 'video/mp4', page)).toBe('video/mp4');
  expect(resourceKindOf('video/x+xml')).toBeNull();
});

test.each(['audio/mpeg', 'video/mp4', 'audio/ogg', 'audio/x-m4a'])(
  '%s is sound or film',
  (mediaType) => expect(resourceKindOf(mediaType)).toBe('media'),
);
