-- A release without a page of its own named the address of its feed, which can hold a secret; now only its server.
UPDATE releases SET payloadUrl = (
  SELECT scheme || substr(server, instr(server, '@') + 1)
  FROM (
    SELECT scheme, substr(rest, 1, instr(replace(replace(rest, '?', '/'), '#', '/') || '/', '/') - 1) AS server
    FROM (
      SELECT substr(payloadUrl, 1, instr(payloadUrl, '//') + 1) AS scheme,
        substr(payloadUrl, instr(payloadUrl, '//') + 2) AS rest
    )
  )
)
WHERE payloadUrl = (SELECT s.url FROM release_sources s WHERE s.pk = releases.source_pk);
