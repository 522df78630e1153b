/**
 * Imported before anything else: Node makes its threads for files, names and passwords at their first use, four
 * unless told. A drive that hangs holds one for each read that waits for it.
 */
process.env['UV_THREADPOOL_SIZE'] ??= '32';
