import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The repository's root; scripts work from here, independent of the current directory. */
export const root = path.resolve(import.meta.dirname, '..');

/**
 * The JavaScript file of an installed package's command. Run with `process.execPath`, it uses the
 * project's own Node and needs no shell, unlike the `.cmd` shims on Windows.
 */
export const toolPath = (packageName: string, command = packageName): string => {
  const folder = path.join(root, 'node_modules', packageName);
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  const file = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[command];
  if (file === undefined) throw new Error(`${packageName} has no command ${command}`);
  return path.join(folder, file);
};

/** Exit code of a process killed by timeout, as in the command `timeout`. */
export const timeoutCode = 124;

/** Exit code of a process, and its output. */
export interface Outcome {
  exitCode: number;
  output: string;
}

/** `onOutput` receives what the process prints; without it, the output goes to our terminal. */
const start = async (
  args: string[],
  timeoutMs: number,
  onOutput?: (text: string, timer: NodeJS.Timeout) => void,
): Promise<number> =>
  new Promise((resolve) => {
    const stream = onOutput ? 'pipe' : 'inherit';
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', stream, stream] });
    const end = (exitCode: number) => {
      clearTimeout(timer);
      resolve(exitCode);
    };
    const timer = setTimeout(() => {
      console.error(`Stopped after ${timeoutMs / 60_000} minutes: ${args.join(' ')}`);
      child.kill('SIGKILL');
      end(timeoutCode);
    }, timeoutMs);
    for (const part of [child.stdout, child.stderr]) {
      part?.setEncoding('utf8').on('data', (text: string) => onOutput?.(text, timer));
    }
    child.on('error', (error) => {
      console.error(error.message);
      end(1);
    });
    child.on('close', (code) => end(code ?? 1));
  });

/**
 * Runs Node with `args`, its output on our terminal and no input; resolves to its exit code. After
 * `timeoutMs` the process is killed and counts as failed (code 124).
 */
export const runNode = async (args: string[], timeoutMs = 10 * 60_000): Promise<number> =>
  start(args, timeoutMs);

/** The same for a process that may take long, but prints something at least every `silenceMs`. */
export const runTalkingNode = async (args: string[], silenceMs: number): Promise<number> =>
  start(args, silenceMs, (text, timer) => {
    process.stdout.write(text);
    timer.refresh();
  });

/** Captures the output, because two processes at a time would mix theirs. */
export const captureNode = async (args: string[], timeoutMs: number): Promise<Outcome> => {
  let output = '';
  const exitCode = await start(args, timeoutMs, (text) => (output += text));
  return { exitCode, output };
};
