/**
 * Must be imported first: Node creates its thread pool (for files, DNS and password hashing) on
 * first use, with four threads by default. A hung drive blocks one thread per pending read.
 */
process.env['UV_THREADPOOL_SIZE'] ??= '32';
