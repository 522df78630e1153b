-- Former places are imported before the present one, so that it keeps their ids: the kinds after them move by one.
UPDATE import_lines SET rank = rank + 1
WHERE kind IN ('progress', 'reading', 'annotation', 'rating', 'wanted', 'collection', 'read_list');
