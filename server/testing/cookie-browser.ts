/** `fetch` with the cookies of a browser, without following redirects. */
export interface CookieBrowser {
  cookies: Map<string, string>;
  request(url: string | URL, init?: RequestInit): Promise<Response>;
}

/** Keeps all cookies together, because all servers of a test have the same host. */
export const createCookieBrowser = (): CookieBrowser => {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async request(url, init = {}) {
      const headers = new Headers(init.headers);
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
      const response = await fetch(url, { ...init, headers, redirect: 'manual' });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value === '' || /expires=Thu, 01 Jan 1970/i.test(cookie)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    },
  };
};

/**
 * Follows redirects and the pages of the test provider: signs in as `person`, or cancels for null.
 * Returns the first address for which `isEnd` holds, without requesting it.
 */
export const walk = async (
  browser: CookieBrowser,
  start: string,
  { person, isEnd }: { person: string | null; isEnd: (url: URL) => boolean },
): Promise<URL> => {
  let url = new URL(start);
  for (let step = 0; step < 30; step += 1) {
    if (isEnd(url)) return url;
    let response = await browser.request(url);
    if (!response.headers.has('location')) {
      const page = await response.text();
      response = await answer(browser, page, person);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${url.href} answered ${response.status}`);
    url = new URL(location, url);
  }
  throw new Error('The redirects have no end');
};

/** Sends the form of a page, or opens its link to cancel. */
const answer = (browser: CookieBrowser, page: string, person: string | null) => {
  const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
  const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
  const [, cancel = ''] = /href="([^"]+\/abort)"/.exec(page) ?? [];
  if (action === '') throw new Error(`A page without a form: ${page.slice(0, 500)}`);
  if (person === null) return browser.request(cancel);
  const fields = new URLSearchParams({ prompt, login: person, password: 'any' });
  return browser.request(action, { method: 'POST', body: fields });
};
