/**
 * Prints the CHANGELOG.md section of the version in package.json, for the release page. Fails if
 * the section is missing, or if a given tag does not match the version.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { releaseNotes } from './dist/release-notes.ts';
import { root } from './run.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const tag = process.argv[2] ?? `v${version}`;
const notes = releaseNotes(read('CHANGELOG.md'), version);
const problem =
  tag !== `v${version}`
    ? `The tag is ${tag}, but package.json says ${version}`
    : notes === null
      ? `CHANGELOG.md says nothing of ${version}`
      : null;
if (problem === null) process.stdout.write(`${notes}\n`);
else {
  console.error(problem);
  process.exitCode = 1;
}
