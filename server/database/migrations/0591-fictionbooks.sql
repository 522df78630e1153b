-- A library that took every format takes FictionBooks as well.
UPDATE libraries SET scan_rules = json_set(scan_rules, '$.file_types',
  json('["cbz","cbr","cb7","cbt","epub","mobi","fb2","pdf","folder"]'))
WHERE json_array_length(scan_rules, '$.file_types') = 8;
UPDATE libraries SET scan_rules = json_set(scan_rules, '$.calibre_formats',
  json('["epub","mobi","fb2","pdf","cbz","cbr","cb7","cbt"]'))
WHERE scan_rules -> '$.calibre_formats' = '["epub","mobi","pdf","cbz","cbr","cb7","cbt"]';
