import { basePath } from '../../../api/base-path.ts';
import { bookDirectives, isBookPolicy } from '../../../../../shared/book-policy.ts';
import { AppError, type ErrorBody } from '../../../../../shared/errors.ts';

/** Why a part cannot be shown, if the server gave no reason. */
export class PartError extends Error {
  /**
   * `missing`: the book lists a file that it lacks. `unguarded`: the response lacks the content security policy of books, e.g. because a proxy
   * removed it.
   */
  readonly reason: 'unguarded' | 'unreachable' | 'failed' | 'damaged' | 'missing';

  constructor(reason: PartError['reason'], href: string, options?: ErrorOptions) {
    super(`${reason}: ${href}`, options);
    this.reason = reason;
  }
}

const xhtml = 'http://www.w3.org/1999/xhtml';

/**
 * An empty page that has the CSP of books before anything else, so that the frame enforces it
 * whatever happens to the headers. The policy stays in force for every part that is shown in this
 * page. The base is not in the head, because it stays when the part changes.
 */
export const emptyPage = (): Blob => {
  const policy = bookDirectives(location.origin, location.origin).join('; ');
  const text = `<html xmlns="${xhtml}"><base href="${location.origin}/"/><head>
<meta http-equiv="Content-Security-Policy" content="${policy}"/>
<meta http-equiv="x-dns-prefetch-control" content="off"/>
</head><body/></html>`;
  return new Blob([text], { type: 'application/xhtml+xml' });
};

/**
 * Fetches a part and parses it into an inert document. Returns its root element, without the
 * elements that would act even under the policy of {@link emptyPage}.
 * @throws AppError with the server's reason, otherwise PartError
 */
export const fetchPart = async (href: string, signal: AbortSignal): Promise<Element> => {
  // A redirect could lead to a different file.
  const response = await fetch(basePath + href, { signal, redirect: 'error' }).catch(
    (cause: unknown) => {
      signal.throwIfAborted();
      throw new PartError('unreachable', href, { cause });
    },
  );
  if (!response.ok) throw await reasonOf(response, href);
  if (!isBookPolicy(response.headers.get('content-security-policy'))) {
    throw new PartError('unguarded', href);
  }
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
  const page = asPage(await parse(response, type.trim(), href));
  guard(page);
  return page;
};

const reasonOf = async (response: Response, href: string): Promise<Error> => {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
  const isLacking = response.status === 404 && (body?.details ?? null) !== null;
  if (isLacking) return new PartError('missing', href);
  if (body?.message === undefined || response.status === 500) return new PartError('failed', href);
  const code = response.status === 404 ? 'NotFound' : 'UnprocessableContent';
  return new AppError(code, body.message);
};

/** Parses into an inert document: nothing loads or runs. */
const parse = async (response: Response, type: string, href: string): Promise<Document> => {
  if (/^image\/(?!svg)/.test(type)) {
    const page = document.implementation.createDocument(xhtml, 'html');
    page.documentElement.append(page.createElementNS(xhtml, 'body'));
    const picture = page.createElementNS(xhtml, 'img');
    picture.setAttribute('src', new URL(basePath + href, location.href).pathname);
    page.body.append(picture);
    return page;
  }
  const isXml = /^application\/xhtml\+xml$|[/+]xml$/.test(type);
  const text = isXml
    ? new DOMParser().parseFromString(await response.text(), 'application/xhtml+xml')
    : null;
  if (!text || text.querySelector('parsererror')) throw new PartError('damaged', href);
  return text;
};

/** The root element; a standalone SVG is wrapped in an XHTML body. */
const asPage = (text: Document): Element => {
  const { documentElement: root } = text;
  if ((text.body as HTMLElement | null) !== null) return root;
  const html = text.createElementNS(xhtml, 'html');
  const around = text.createElementNS(xhtml, 'body');
  root.replaceWith(html);
  html.append(around);
  around.append(root);
  return html;
};

/**
 * Elements that act without scripts and that no CSP blocks: they navigate, change the base URL or
 * preconnect.
 */
const acting = 'meta[http-equiv], base, link:not([rel~="stylesheet" i])';

const guard = (root: Element) => {
  for (const element of root.querySelectorAll(acting)) element.remove();
  const first = root.firstElementChild;
  if (first?.localName !== 'head' || first.namespaceURI !== xhtml) {
    root.prepend(root.ownerDocument.createElementNS(xhtml, 'head'));
  }
};
