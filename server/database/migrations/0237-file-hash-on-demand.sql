-- Files are hashed only where another has the same size; this index listed all others for good.
DROP INDEX books_without_file_hash;
