/**
 * SQL for the number of rows per first character of a sort key, as JSON.
 *
 * @param key the key, `s.name_key`
 * @param from FROM and WHERE of the rows
 */
export const lettersSql = (key: string, from: string): string =>
  `SELECT json_object('letters', json_group_array(
     json_object('letter', letter, 'count', count) ORDER BY letter))
   FROM (SELECT substr(${key}, 1, 1) AS letter, count(*) AS count ${from} GROUP BY letter)`;
