#!/bin/sh
# Makes the books of this folder again, with calibre: run it here.
set -eu
export QT_QPA_PLATFORM=offscreen
book() {
  ebook-convert source/ledger.html "$@" --authors 'Ada Fenwick & Jun Ōta' --title 'The Ledger of Grey Point' \
    --publisher 'Harbour Press' --pubdate 2019-05-04 --language en --isbn 9783161484100 \
    --tags 'Fiction,Lighthouses' --comments "<p>A keeper's <b>book</b>.</p>" --cover source/cover.png \
    --chapter '//h:h1' --level1-toc '//h:h1' --level2-toc '//h:h2'
}
book ledger.azw3 --no-inline-toc
book ledger-both.mobi --mobi-file-type both --no-inline-toc
book ledger.fb2 --sectionize toc
