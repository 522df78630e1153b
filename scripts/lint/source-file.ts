export interface SourceFile {
  /** Path from the repository, such as `server/lib/cron.ts`. */
  path: string;
  text: string;
}
