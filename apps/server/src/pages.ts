import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants } from 'node:zlib'
import compression from 'compression'
import type { Request, RequestHandler, Response } from 'express'
import serveCompressed from 'express-static-gzip'
import { LRUCache } from 'lru-cache'
import { type MockPlace, ofAnotherServer, published, readAddresses, withAddresses } from './addresses.ts'
import { landingPage } from './landing-page.ts'
import type { StatusSource } from './sandbox/status.ts'
import { statusPage } from './sandbox/status-page.ts'
import { NotBuiltError, type OwnPage, type SiteFrame, toRoot } from './site-frame.ts'
import { methodNotAllowed } from './wire/api-error.ts'

/**
 * The content security policy of a page. It allows nothing from other hosts, and workers from blobs for search. It allows
 * calls to the page's own host and to the hosts in `connectTo`, which are sources of CSP Level 3.
 */
export const pagePolicy = (connectTo: readonly string[] = []): string =>
  [
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    'worker-src blob:',
    'child-src blob:',
    ["connect-src 'self'", ...connectTo].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** How the pages of a folder are served. */
export interface PagesOptions {
  readonly frame: SiteFrame
  readonly mock: MockPlace | undefined
  readonly policy: string
  /** Puts the HTML of its pages into the frame, where it has none of its own. */
  readonly toOwnPage?: (html: string) => OwnPage
}

/** Quality 5 is a tenth smaller than the default, in the same time. */
const compressed = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } })

/**
 * Serves the built pages of a folder: `page.html` is `page` as well, and `index.html` is the folder itself. Pages name the
 * addresses under which their reader has reached this server. Throws one sentence when the folder is not there.
 */
export function pages(folder: URL, options: PagesOptions): readonly RequestHandler[] {
  const path = fileURLToPath(folder)
  if (!existsSync(path)) throw new NotBuiltError(path)
  const serveFile = serveCompressed(path, {
    enableBrotli: true,
    orderPreference: ['br'],
    serveStatic: {
      redirect: false,
      setHeaders(response, file) {
        response.setHeader('cache-control', cacheControl(response.req as Request))
        if (file.endsWith('.html')) response.setHeader('content-security-policy', options.policy)
      },
    },
  }) as RequestHandler
  return [
    getOnly,
    compressed,
    sendTexts(path, options),
    (request, response, next) => {
      // What cannot be decoded is the name of no file.
      if (decode(request.path) === undefined) next()
      else return serveFile(request, response, next)
    },
  ]
}

/** The address of a file changes with what it holds where it has a version, so a browser may keep it. */
const cacheControl = (request: Request): string =>
  'v' in request.query ? 'public, max-age=31536000, immutable' : 'no-cache'

/** A text as one reader gets it. */
interface SentText {
  readonly bytes: Buffer
  readonly etag: string
}

/** All texts that are kept for the next reader, in bytes. */
const maxKeptBytes = 64 * 2 ** 20

/** Sends the texts of a folder in which the server has something to fill in; leaves every other file to the next handler. */
function sendTexts(folder: string, options: PagesOptions): RequestHandler {
  const { frame, mock, policy, toOwnPage } = options
  const names = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => `/${name.replaceAll('\\', '/')}`)
      .filter((name) => /\.(?:html|md|txt|json|yaml)$|-(?:data|index)\.js$/.test(name)),
  )
  const kept = new LRUCache<string, SentText>({
    maxSize: maxKeptBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  })

  return async (request, response, next) => {
    const name = findName(request.path, names)
    const [pathname = '/', ...query] = request.originalUrl.split('?')
    const isFolder = request.path === '/' || (name === undefined && isIndexed(request.path, names))
    if (isFolder && !pathname.endsWith('/')) return addSlash(response, pathname, query)
    if (name === undefined) return next()
    const root = toRoot(pathname)
    const addresses = ofAnotherServer.test(name) ? published : readAddresses(request, mock)
    const file = join(folder, name)
    const found = await stat(file).catch(() => undefined)
    // The folder is being replaced by another build.
    if (found === undefined) return next()
    const key = JSON.stringify([name, found.mtimeMs, root, addresses])
    let text = kept.get(key)
    if (text === undefined) {
      const read = await readFile(file, 'utf8')
      const html = toOwnPage === undefined ? frame.link(read, root) : frame.around(toOwnPage(read), root)
      text = toSentText(withAddresses(name.endsWith('.html') ? html : read, addresses))
      kept.set(key, text)
    }
    if (name.endsWith('.html'))
      response.setHeader('content-security-policy', withMock(policy, addresses.mock))
    send(response, name, text)
  }
}

/** Whether a path without a slash at its end is a folder that has an index. */
function isIndexed(encoded: string, names: ReadonlySet<string>): boolean {
  const path = decode(encoded)
  return path !== undefined && names.has(`${path}/index.html`)
}

/**
 * Leads from `/docs` to `docs/`. The way is relative, so it keeps the prefix under which a proxy serves this server, whether or not
 * the proxy names it.
 */
function addSlash(response: Response, pathname: string, query: readonly string[]): void {
  const folder = pathname.slice(pathname.lastIndexOf('/') + 1)
  response.redirect(301, [`${folder}/`, ...query].join('?'))
}

/** The file for a path as static hosts find it: by its name, without `.html`, or as the index of its folder. */
function findName(encoded: string, names: ReadonlySet<string>): string | undefined {
  const path = decode(encoded) ?? ''
  return [path, `${path}.html`, ...(path.endsWith('/') ? [`${path}index.html`] : [])].find((name) =>
    names.has(name),
  )
}

/** The path without escapes; undefined where they are not those of UTF-8. */
function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

function toSentText(text: string): SentText {
  const bytes = Buffer.from(text)
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` }
}

/** Sends a text with the type of a file name, or 304 where the reader has it. */
function send(response: Response, name: string, { bytes, etag }: SentText): void {
  response.set({ etag, 'cache-control': 'no-cache' }).type(name.slice(name.lastIndexOf('.')))
  if (response.req.fresh) response.status(304).end()
  else response.end(bytes)
}

/** The mock may be on another host than those that the policy names already. */
const withMock = (policy: string, mock: string): string =>
  policy.includes('http://127.0.0.1:*')
    ? policy.replace('http://127.0.0.1:*', `http://127.0.0.1:* ${mock}`)
    : policy

/** Serves a JSON document, with the addresses under which its reader has reached this server. */
export function jsonDocument(document: object, mock: MockPlace | undefined): readonly RequestHandler[] {
  const text = JSON.stringify(document)
  return [
    getOnly,
    compressed,
    (request, response) =>
      send(response, '.json', toSentText(withAddresses(text, readAddresses(request, mock)))),
  ]
}

/** Leaves a program to the API, which has nothing here. */
export const forBrowsers: RequestHandler = (request, _response, next) => {
  if (wantsPage(request)) next()
  else next('route')
}

/** The page at `/`. */
export function landing(
  frame: SiteFrame,
  isSandbox: boolean,
  mock: MockPlace | undefined,
): readonly RequestHandler[] {
  return [
    compressed,
    (request, response) => {
      const addresses = readAddresses(request, mock)
      const page = landingPage({ title: frame.title, isSandbox, mock: mock && addresses.mock })
      response.vary('accept').setHeader('content-security-policy', pagePolicy())
      send(response, '.html', toSentText(withAddresses(frame.around(page, './'), addresses)))
    },
  ]
}

/** The page at `/status`. */
export function status(
  frame: SiteFrame,
  source: Pick<StatusSource, 'read'>,
  mock: MockPlace | undefined,
): readonly RequestHandler[] {
  return [
    compressed,
    async (request, response) => {
      const page = frame.around(statusPage(await source.read()), './')
      response.set({ 'cache-control': 'no-store', 'content-security-policy': pagePolicy() }).type('.html')
      response.end(withAddresses(page, readAddresses(request, mock)))
    },
  ]
}

/** Sends a reader who asks for no page of this server to the search and the docs. A program gets the error of the API. */
export function notFoundPage(frame: SiteFrame): RequestHandler {
  return (request, response, next) => {
    if (!wantsPage(request)) return next()
    response.vary('accept').setHeader('content-security-policy', pagePolicy())
    response
      .status(404)
      .type('.html')
      .end(frame.notFound(toRoot(request.path)))
  }
}

/** The icon for a browser that looks for it where no page names one. */
export function icon(docs: URL): readonly RequestHandler[] {
  const path = fileURLToPath(new URL('assets/icon.svg', docs))
  return [getOnly, (_request, response) => response.sendFile(path)]
}

/** Browsers ask for HTML by name; programs for JSON, or for anything. */
function wantsPage(request: Request): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && request.accepts(['json', 'html']) === 'html'
}

/** A page responds to GET and HEAD (RFC 9110, 9.3.2). */
export const getOnly: RequestHandler = (request, _response, next) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed('GET, HEAD')
  next()
}
