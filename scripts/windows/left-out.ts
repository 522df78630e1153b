const jsonOfDatabase =
  'It reads JSON of the database, in which no system shows, and takes long under Wine.';

/**
 * Tests that `npm run test:windows` skips, with the reason: a file, or a folder with a trailing
 * slash.
 */
export const leftOut: Record<string, string> = {
  'main/packaging-mac.test.ts': 'It packs the application for macOS, which Windows cannot do.',
  'main/packaging.test.ts': 'It packs the application for Linux and starts what it packed.',
  'main/tray/tray.test.ts':
    'It waits for a minute, for nothing that a file or a path takes part in; the menu of the tray is tested.',
  'server/conformance/':
    'It holds the whole contract over HTTP, in which no system shows, and takes a minute.',
  'server/features/komga-api/changes.test.ts': jsonOfDatabase,
  'server/features/komga-api/conditions.test.ts':
    'Thousands of made-up conditions for SQL, in which no system shows.',
  'server/features/komga-api/flows/': jsonOfDatabase,
  'server/features/komga-api/replay.test.ts': jsonOfDatabase,
  'server/features/komga-api/shapes.test.ts': jsonOfDatabase,
  'server/features/libraries/long-paths.test.ts':
    'Its paths are as long as those of Linux; the story has those of Windows.',
  'server/features/opds/crawl.test.ts':
    'It follows every link of every feed, in which no system shows, and takes three minutes.',
  'server/features/scan-reports/': jsonOfDatabase,
  'server/features/scans/scans-http.test.ts':
    'It interrupts scans of thousands of files by the clock, for which Wine is too slow.',
  'server/features/filters/search.test.ts': jsonOfDatabase,
  'server/features/system/startup.test.ts':
    'It ends servers with signals, of which Windows has none, and looks at their exit codes.',
  'server/http/sse/event-frames.test.ts': jsonOfDatabase,
  'server/http/security/flood.test.ts':
    'It counts connections, which under Wine are those of its own server.',
  'server/http/net/listen.test.ts':
    'It counts connections, which under Wine are those of its own server.',
  'server/http/openapi/openapi.test.ts': 'It reads a document that is the same on each system.',
  'server/http/security/permissions.test.ts':
    'It asks for every address as everybody, in which no system shows, and takes a minute.',
  'server/http/api/properties.test.ts': 'Thousands of made-up requests, in which no system shows.',
  'server/http/api/worst-requests.test.ts':
    'It measures the time of requests, which says nothing under Wine.',
  'server/scanner/scan/unstable-files.test.ts':
    'It writes to files by the clock while they are scanned, for which Wine is too slow.',
  'server/lib/file-times.test.ts':
    'Wine rounds times to a microsecond, where Windows has tenths of one, and keeps no access time.',
};
