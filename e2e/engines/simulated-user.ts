import type { EngineKind, EnginePage, Point } from './page.ts';

type Role = 'button' | 'link' | 'menuitem' | 'radio' | 'textbox' | 'tab' | 'img' | 'slider';

const patienceMs = 15_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs in the page: centre of the first visible element with this role and name, or null. */
const locate = (role: string, name: string): Point | null => {
  const selectors: Record<string, string> = {
    button: 'button, summary',
    link: 'a[href]',
    textbox: 'input:not([type="range"]):not([type="radio"]):not([type="checkbox"]), textarea',
    radio: 'input[type="radio"]',
    slider: 'input[type="range"]',
    img: 'img, svg[role="img"]',
  };
  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label');
    if (label !== null) return label;
    const labelId = element.getAttribute('aria-labelledby');
    const labelled = labelId === null ? null : document.getElementById(labelId)?.textContent;
    if (labelled !== null && labelled !== undefined) return labelled;
    const { labels } = element as HTMLInputElement;
    if (labels?.length) return labels[0]?.textContent ?? '';
    return element.getAttribute('alt') ?? element.textContent;
  };
  const named = [
    ...document.querySelectorAll(`${selectors[role] ?? 'none'}, [role="${role}"]`),
  ].map((element) => ({ element, label: nameOf(element).replaceAll(/\s+/g, ' ').trim() }));
  const found = [
    named.filter(({ label }) => label === name),
    named.filter(({ label }) => label.startsWith(name)),
    named.filter(({ label }) => label.includes(name)),
  ].find((some) => some.length > 0);
  for (const { element } of found ?? []) {
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { x, y, width, height } = element.getBoundingClientRect();
    if (width > 0 && height > 0) return { x: x + width / 2, y: y + height / 2 };
  }
  return null;
};

/** Simulates a user of a page in any engine. Each wait has a timeout and a description. */
export const simulateUser = (page: EnginePage, engine: EngineKind['name'], server: string) => {
  const waitFor = async <Args extends unknown[], Result>(
    what: string,
    body: (...args: Args) => Result | null | false | undefined,
    ...args: Args
  ): Promise<Result> => {
    const end = Date.now() + patienceMs;
    for (;;) {
      // Evaluation fails while a page is being replaced.
      const value = await page.evaluate(body, ...args).catch(() => null);
      if (value !== null && value !== false && value !== undefined) return value;
      if (Date.now() > end) {
        const shown = await page
          .evaluate(() => `${location.href}: ${document.body.innerText.slice(0, 600)}`)
          .catch(String);
        throw new Error(`Waited ${patienceMs / 1000} s in vain for ${what}. Shown is ${shown}`);
      }
      await pause(60);
    }
  };
  const find = (role: Role, name: string) => waitFor(`the ${role} “${name}”`, locate, role, name);
  /** The centre of an element once it has stopped moving. */
  const findStill = async (role: Role, name: string) => {
    let target = await find(role, name);
    for (let checks = 0, still = 0; checks < 50 && still < 3; checks += 1) {
      await pause(60);
      const now = await find(role, name);
      still = now.x === target.x && now.y === target.y ? still + 1 : 0;
      target = now;
    }
    return target;
  };
  const click = async (role: Role, name: string) => page.click(await findStill(role, name));
  const see = (text: string) =>
    waitFor(`the text “${text}”`, (wanted) => document.body.innerText.includes(wanted), text);

  return {
    page,
    engine,
    waitFor,
    find,
    findStill,
    click,
    see,
    open: (path: string) => page.goto(server + path),
    /** Client-side navigation, like a link within the app. */
    navigate: (path: string) =>
      page.evaluate((href) => globalThis.__TSR_ROUTER__?.navigate({ href }), path),
    fill: async (name: string, text: string) => {
      await click('textbox', name);
      await page.type(text);
    },
    signIn: async (username: string, password: string) => {
      await page.goto(`${server}/`);
      await click('textbox', 'User name');
      await page.type(username);
      await click('textbox', 'Password');
      await page.type(password);
      await page.press('Enter');
      await waitFor(
        'the navigation',
        () => document.querySelector('nav[aria-label="Main navigation"]') !== null,
      );
    },
    /** Sets reader settings on this device, like the settings panel. */
    setReader: (kind: 'comic' | 'epub' | 'pdf', values: Record<string, unknown>) =>
      page.evaluate(
        (name, wanted) => {
          const none = { profile: null, values: {} };
          const kinds = { comic: none, epub: none, pdf: none, keepOn: 'device' };
          const state = { ...kinds, [name]: { profile: null, values: wanted } };
          localStorage.setItem('octavo.reading', JSON.stringify({ state, version: 1 }));
        },
        kind,
        values,
      ),
  };
};

export type SimulatedUser = ReturnType<typeof simulateUser>;
