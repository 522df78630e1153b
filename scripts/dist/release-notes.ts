/**
 * The CHANGELOG.md section of a version, headed `## 1.2.0` or `## 1.2.0 (2026-12-01)`. A beta uses
 * the unreleased section. Null if there is none.
 */
export const releaseNotes = (changelog: string, version: string): string | null => {
  const sections = changelog.split(/^## +/m).slice(1);
  const find = (name: string) =>
    sections.find((section) => section.split('\n', 1)[0]?.trim().split(' ')[0] === name);
  const section = find(version) ?? (version.includes('-') ? find('Unreleased') : undefined);
  const text = section?.slice(section.split('\n', 1)[0]?.length).trim();
  return text ? text : null;
};
