-- A library that took every format takes Kindle books as well.
UPDATE libraries SET scan_rules = json_set(scan_rules, '$.file_types',
  json('["cbz","cbr","cb7","cbt","epub","mobi","pdf","folder"]'))
WHERE json_array_length(scan_rules, '$.file_types') = 7;
UPDATE libraries SET scan_rules = json_set(scan_rules, '$.calibre_formats',
  json('["epub","mobi","pdf","cbz","cbr","cb7","cbt"]'))
WHERE scan_rules -> '$.calibre_formats' = '["epub","pdf","cbz","cbr","cb7","cbt"]';
