import { readFileSync } from 'node:fs';
import path from 'node:path';

const known = [
  ...['FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'USER'],
  ...['EXPOSE', 'VOLUME', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD'],
] as const;

interface Instruction {
  name: (typeof known)[number];
  text: string;
}

/** A stage of a Dockerfile: the image that it starts from, and its steps. */
export interface Stage {
  base: string;
  /** Name for `COPY --from`, or an empty string. */
  name: string;
  steps: Instruction[];
}

/** Parses a Dockerfile; throws on an instruction that the tests do not perform. */
export const parseDockerfile = (text: string): Stage[] => {
  const stages: Stage[] = [];
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n');
  for (const line of lines.replaceAll('\\\n', ' ').split('\n').filter(Boolean)) {
    const [word = '', rest = ''] = line.split(/ (.*)/s);
    const name = known.find((candidate) => candidate === word);
    if (name === undefined) throw new Error(`Unknown instruction ${word}`);
    if (name === 'FROM') {
      const [base = '', , stage = ''] = rest.split(' ');
      stages.push({ base, name: stage, steps: [] });
    } else stages.at(-1)?.steps.push({ name, text: rest });
  }
  return stages;
};

/** Texts of all steps of one kind. */
export const textsOf = ({ steps }: Stage, name: Instruction['name']): string[] =>
  steps.filter((step) => step.name === name).map(({ text }) => text);

/** All environment variables of a stage. */
export const environmentOf = (stage: Stage): Record<string, string> =>
  Object.fromEntries(
    textsOf(stage, 'ENV')
      .flatMap((text) => text.split(' '))
      .map((pair) => pair.split(/=(.*)/s) as [string, string]),
  );

/** The command of an instruction in its JSON form, after options such as `--interval`. */
export const commandOf = (stage: Stage, name: 'ENTRYPOINT' | 'CMD' | 'HEALTHCHECK'): string[] => {
  const text = textsOf(stage, name).at(-1) ?? '';
  return JSON.parse(text.slice(text.indexOf('['))) as string[];
};

/** Whether Docker sends a file of the repository to the build, by the rules of `.dockerignore`. */
export const createIsSent = (root: string): ((file: string) => boolean) => {
  const rules = readFileSync(path.join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ pattern: line.replace('!', ''), isSent: line.startsWith('!') }));
  return (file) => {
    const parts = file.split('/');
    const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    // In Docker, unlike in a shell, `*` also matches names that start with a dot.
    const matches = (pattern: string) =>
      pattern === '*' || paths.some((candidate) => path.matchesGlob(candidate, pattern));
    return rules.findLast(({ pattern }) => matches(pattern))?.isSent ?? true;
  };
};
