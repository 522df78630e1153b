/**
 * Expected results for each damaged, odd or hostile fixture: the number of pages rendered, served
 * as stored because they cannot be decoded, and bad, with the first message. Numbered like the list
 * of problems in other programs.
 */
export const faultOutcomes: Record<string, Record<string, string>> = {
  '16: another kind of archive under the name of a ZIP is read as what it is': {
    'wrong-extension/7z-inside.cbz': 'cb7: 2 good; The file is a 7z archive named .cbz.',
    'wrong-extension/UPPERCASE.CBZ': 'cbz: 1 good',
    'wrong-extension/image-inside.cbz': 'This file is a single image, not an archive.',
    'wrong-extension/pages-with-wrong-type.cbz': 'cbz: 3 good',
    'wrong-extension/pdf-inside.cbz': 'pdf: 1 good; The file is a PDF document named .cbz.',
    'wrong-extension/rar5-inside.cbz': 'cbr: 3 good; The file is a RAR archive named .cbz.',
    'wrong-extension/tar-inside.cbr': 'cbt: 2 good; The file is a TAR archive named .cbr.',
    'wrong-extension/zip-as-epub.epub': 'The EPUB is damaged: it lacks META-INF/container.xml.',
    'wrong-extension/zip-inside.cbr': 'cbz: 4 good; The file is a ZIP archive named .cbr.',
  },
  '17: what is protected by a password or DRM says so': {
    'encrypted/7zip-encrypted (password komga).cb7': 'The archive is protected by a password.',
    'encrypted/aes-128 (password foo).pdf': 'The PDF is protected by a password.',
    'encrypted/aes-256 (password foo).pdf': 'The PDF is protected by a password.',
    'encrypted/empty_protected (opens without password).pdf': 'pdf: 1 good',
    'encrypted/issue3371 (password ELXRTQWS).pdf': 'The PDF is protected by a password.',
    'encrypted/lcp-drm.epub':
      'The book is protected by DRM, so only the app that it was bought for can open it.',
    'encrypted/libarchive 7zip_encryption_partially (password 12345678).cb7':
      'The archive is protected by a password.',
    'encrypted/libarchive zip_winzip_aes256 (password password).cbz':
      'The archive is protected by a password.',
    'encrypted/rar4-encrypted (password komga).cbr': 'The archive is protected by a password.',
    'encrypted/rc4-40 (password foo).pdf': 'The PDF is protected by a password.',
    'encrypted/zip-encrypted (password komga).cbz': 'The archive is protected by a password.',
  },
  '18: compression methods other than Deflate are read': {
    'compression/7zip.cb7': 'cb7: 1 good',
    'compression/zip-bzip2.cbz': 'cbz: 1 good',
    'compression/zip-copy.cbz': 'cbz: 1 good',
    'compression/zip-deflate64.cbz': 'cbz: 1 good',
    'compression/zip-lzma.cbz': 'cbz: 1 good',
    'compression/zip-ppmd.cbz': 'cbz: 1 good',
  },
  '19: what unpacks to gigabytes is given up': {
    'hostile/bigzero.cbz': 'The archive contains no page images, but other archives.',
    'hostile/bomb-1GiB-page.cbz': 'cbz: 1 good, 1 bad',
    'hostile/bomb_giant.pdf': 'pdf: 1 good',
  },
  '20: odd names, junk, links and wrong checksums do not hide the rest': {
    'archive-damaged/libzip broken.zip': 'The archive is protected by a password.',
    'archive-damaged/libzip junk-at-start.zip': 'The archive contains no page images.',
    'archive-damaged/one-page-crc-error.cbz': 'cbz: 3 good, 1 bad',
    'hostile/libarchive zip_symlink.cbz': 'The archive contains no page images.',
    'hostile/traversal-names.cbz': 'cbz: 5 good',
    'hostile/unzip symlink_dotdot.cbz': 'The archive contains no page images.',
    'hostile/yauzl absolute path atxt.zip': 'The archive contains no page images.',
    'hostile/yauzl invalid relative path xt.zip': 'The archive contains no page images.',
  },
  '21: names in any encoding': {
    "names/Zażółć gęślą jaźń №7 — 100% [v2] #1; 'quoted' & more.cbz": 'cbz: 2 good',
    'names/libarchive rar_unicode.cbr': 'The archive contains no page images.',
    'names/libarchive zip_8 backslash.cbz': 'The archive contains no page images.',
    'names/libarchive zip_filename_cp866.cbz': 'The archive contains no page images.',
    'names/libarchive zip_filename_cp932.cbz': 'The archive contains no page images.',
    'names/libzip test-cp437.cbz': 'The archive contains no page images.',
    'names/odd-utf8-names.cbz': 'cbz: 8 good',
    'names/shift-jis-page-names.cbz': 'cbz: 3 good',
  },
  '22: debris, empty pages and pages that are no images stand beside good ones': {
    'contents/archive-in-archive.cbz': 'The archive contains no page images, but other archives.',
    'contents/bad-pages-among-good.cbz': 'cbz: 3 good, 2 bad',
    'contents/double-spread.cbz': 'cbz: 3 good',
    'contents/empty-archive.cbz': 'The archive is empty.',
    'contents/macos-junk-and-nested.cbz': 'cbz: 3 good',
    'contents/natural-order.cbz': 'cbz: 7 good',
    'contents/no-images.cbz': 'The archive contains no page images.',
    'contents/only-comicinfo.cbz': 'The archive contains no page images.',
  },
  '23: crafted and cut ZIP archives': {
    'archive-damaged/html-error-page.cbz':
      'This file is a web page, probably an error message that was saved instead of the comic.',
    'archive-damaged/libarchive zip_malformed1.zip':
      'The archive is cut off: its table of contents is missing.',
    'archive-damaged/libzip incons-eocd-magic-bad.zip':
      'The archive is cut off: its table of contents is missing.',
    'archive-damaged/libzip incons-file-count-high.zip':
      'The archive is damaged: its table of contents is cut off.',
    'archive-damaged/libzip incons-local-filename.zip': 'The archive contains no page images.',
    'archive-damaged/libzip streamed.zip': 'The archive contains no page images.',
    'archive-damaged/libzip zip64.zip': 'The archive contains no page images.',
    'archive-damaged/truncated-60-percent.cbz':
      'cbz: 2 good, 1 bad; The archive is damaged or cut off.',
    'archive-damaged/yauzl end of central directory record signature not found.zip':
      'The archive is cut off: its table of contents is missing.',
    'archive-damaged/yauzl extra field length exceeds extra field buffer size.zip':
      'The archive contains no page images.',
    'archive-damaged/yauzl file data overflows file bounds 63 2147483647 308.zip':
      'The archive contains no page images.',
    'archive-damaged/yauzl invalid central directory file header signature 0x1014b50.zip':
      'The archive is damaged: its table of contents is cut off.',
    'archive-damaged/yauzl multi-disk zip files are not supported found disk number 1.zip':
      'The archive is one part of several.',
    'archive-damaged/yauzl unsupported compression method 1.zip':
      'The archive contains no page images.',
    'archive-damaged/zero-byte.cbz':
      'The file is empty, probably because copying it was interrupted.',
  },
  '24: crafted and cut archives that 7-Zip reads': {
    'archive-damaged/7z-truncated.cb7': 'The archive is damaged or cut off.',
    'archive-damaged/libarchive 7zip_empty_archive.7z': 'The archive is empty.',
    'archive-damaged/libarchive 7zip_malformed.7z': 'The archive is damaged or cut off.',
    'archive-damaged/libarchive 7zip_malformed_numfiles_oom.7z':
      'The archive is damaged or cut off.',
    'archive-damaged/libarchive rar5_bytes_remaining_underflow.rar':
      'Other parts of this archive are missing.',
    'archive-damaged/libarchive rar5_leftshift1.rar': 'The archive is damaged or cut off.',
    'archive-damaged/libarchive rar5_truncated_huff.rar': 'The archive is damaged or cut off.',
    'archive-damaged/libarchive rar_invalid1.rar': 'The archive is damaged or cut off.',
    'archive-damaged/libarchive rar_newsub_huge.rar': 'The archive is damaged or cut off.',
    'archive-damaged/libarchive rar_noeof.rar': 'The archive contains no page images.',
    'archive-damaged/random-bytes.cbr':
      'This is not a .cbr file, despite its name: its content is damaged or something else.',
    'archive-damaged/rar4-truncated.cbr': 'cbr: 1 good, 1 bad; The archive is damaged or cut off.',
    'multi-volume/libarchive single_file.part1.rar': 'The archive contains no page images.',
    'multi-volume/libarchive single_file.part2.rar':
      'This is a later part of an archive in several parts, which is read together with the first one.',
    'multi-volume/libarchive single_file.part3.rar':
      'This is a later part of an archive in several parts, which is read together with the first one.',
  },
  '27 and 29: images that are too large or that nothing here decodes stay as they are stored': {
    'contents/five-image-formats.cbz': 'cbz: 4 good, 1 as stored',
    'hostile/image-bomb-65536x65536.cbz': 'cbz: 1 good, 1 as stored',
  },
  '31: damaged PDFs are repaired or refused': {
    'pdf-damaged/GHOSTSCRIPT-698804-1-fuzzed.pdf': 'pdf: 1 good',
    'pdf-damaged/Pages-tree-refs.pdf': 'pdf: 1 good, 1 bad',
    'pdf-damaged/REDHAT-1531897-0.pdf': 'The PDF is damaged and could not be repaired.',
    'pdf-damaged/bad-PageLabels.pdf': 'pdf: 1 good',
    'pdf-damaged/bug1020226.pdf': 'The PDF is damaged and could not be repaired.',
    'pdf-damaged/helloworld-bad.pdf': 'pdf: 1 good',
    'pdf-damaged/issue9105_other.pdf': 'The PDF is damaged and could not be repaired.',
    'pdf-damaged/poppler-67295-0.pdf': 'pdf: 1 good',
    'pdf-damaged/poppler-91414-0-53.pdf': 'pdf: 1 good',
    'pdf-damaged/scan-bad.pdf': 'pdf: 1 good',
    'pdf-damaged/truncated.pdf': 'The PDF is damaged and could not be repaired.',
    'pdf-damaged/xref_command_missing.pdf': 'pdf: 1 good',
  },
  '32: damaged and hostile EPUBs': {
    'epub-damaged/missing-chapter.epub':
      'epub: 0 good, 1 bad; The EPUB is damaged: parts of it are missing.',
    'epub-damaged/no-container.epub': 'The EPUB is damaged: it lacks META-INF/container.xml.',
    'epub-damaged/no-mimetype.epub': 'epub: 1 good',
    'epub-damaged/no-package.epub': 'The EPUB is damaged: its package document is missing.',
    'epub-damaged/package-cut.epub':
      'The EPUB is damaged: its package document lists nothing to read.',
    'epub-damaged/truncated.epub': 'The archive is cut off: its table of contents is missing.',
    'epub-hostile/ocf-url_link-leaking-relative.epub': 'epub: 1 good',
    'epub-hostile/ocf-url_parse-leaking-relative.epub': 'epub: 1 good',
    'epub-hostile/pub-external-links.epub': 'epub: 1 good',
    'epub-hostile/pub-xml-external-id.epub': 'epub: 1 good',
    'epub-hostile/scr-support.epub': 'epub: 1 good',
  },
  '33: ComicInfo.xml in any encoding, broken or misplaced, never hides the pages': {
    'contents/comicinfo-broken-xml.cbz': 'cbz: 2 good',
    'contents/comicinfo-lowercase-in-subfolder.cbz': 'cbz: 2 good',
    'contents/comicinfo-utf16-bom.cbz': 'cbz: 2 good',
  },
  '34: entities are not expanded': {
    'hostile/comicinfo-external-entity.cbz': 'cbz: 2 good',
  },
};
