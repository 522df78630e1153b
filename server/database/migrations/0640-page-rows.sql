-- Pages are arrays, or objects where one has a field without a column.
DROP TRIGGER page_width_of_book;
CREATE TRIGGER page_width_of_book AFTER UPDATE OF pages ON book_pages WHEN old.pages <> new.pages BEGIN
  UPDATE books SET page_width = (
    SELECT max(coalesce(value ->> 'width', value ->> 2)) FROM json_each(new.pages))
  WHERE pk = new.book_pk;
END;
