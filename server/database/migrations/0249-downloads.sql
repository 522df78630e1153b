-- Downloading is a right of its own; an admin can take it away from a person.
ALTER TABLE users ADD COLUMN can_download INTEGER NOT NULL DEFAULT 1;

-- Keys could download whatever they could read.
UPDATE api_keys SET permissions = json_insert(permissions, '$[#]', 'books-download')
WHERE EXISTS (SELECT 1 FROM json_each(permissions) WHERE value = 'books-read');
