/**
 * What CHANGELOG.md says of a version: the text under its heading, `## 1.2.0` or `## 1.2.0 (2026-12-01)`.
 * A beta is described by what is not released yet. Null when nothing is said.
 */
export const releaseNotes = (changelog: string, version: string): string | null => {
  const sections = changelog.split(/^## +/m).slice(1);
  const find = (name: string) =>
    sections.find((section) => section.split('\n', 1)[0]?.trim().split(' ')[0] === name);
  const section = find(version) ?? (version.includes('-') ? find('Unreleased') : undefined);
  const text = section?.slice(section.split('\n', 1)[0]?.length).trim();
  return text ? text : null;
};
