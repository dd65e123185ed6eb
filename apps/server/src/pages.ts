import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Request, RequestHandler } from 'express'
import serveCompressed from 'express-static-gzip'
import { methodNotAllowed, notFound } from './wire/api-error.ts'

/** The built docs, and the built pages of the sandbox beside them. */
export const docsFolder = new URL('./', import.meta.resolve('@giftcards/docs/dist/index.html'))
export const sandboxFolder = new URL('./', import.meta.resolve('@giftcards/sandbox/dist/index.html'))

/** The pages are not built. The message is one sentence with the command to run. */
export class NotBuiltError extends Error {
  override readonly name = 'NotBuiltError'

  constructor(path: string) {
    super(`${path} does not exist: run npm run build first`)
  }
}

/** The address of the mock beside this server. */
export interface MockPlace {
  readonly host: string
  readonly port: number
}

/**
 * The content security policy of the pages. It allows nothing from other hosts, inline code by the hashes from the build, and
 * blob workers for search. Pages may call their own host and the sources in `connectTo` (CSP Level 3). Throws a `NotBuiltError`
 * if the pages are not built.
 */
export function pagePolicy(connectTo: readonly string[] = []): string {
  const inline = JSON.parse(readBuilt('content-security-policy.json')) as Record<string, readonly string[]>
  const allow = (directive: string, ...sources: readonly string[]) =>
    [directive, ...sources, ...(inline[directive] ?? [])].join(' ')
  return [
    allow('default-src', "'none'"),
    allow('script-src', "'self'"),
    allow('style-src', "'self'"),
    allow('style-src-attr'),
    allow('img-src', "'self'", 'data:'),
    allow('font-src', "'self'", 'data:'),
    allow('worker-src', 'blob:'),
    allow('child-src', 'blob:'),
    allow('connect-src', "'self'", ...connectTo),
    allow('base-uri', "'none'"),
    allow('frame-ancestors', "'none'"),
  ].join('; ')
}

function readBuilt(name: string): string {
  const path = fileURLToPath(new URL(name, docsFolder))
  if (!existsSync(path)) throw new NotBuiltError(path)
  return readFileSync(path, 'utf8')
}

/**
 * Serves the built, precompressed pages of a folder. `page.html` is also at `page`, and `index.html` at the folder itself. Throws
 * a `NotBuiltError` if the folder is missing.
 */
export function pages(folder: URL, policy: string): readonly RequestHandler[] {
  const path = fileURLToPath(folder)
  if (!existsSync(path)) throw new NotBuiltError(path)
  const serve = serveCompressed(path, {
    enableBrotli: true,
    orderPreference: ['br'],
    serveStatic: {
      redirect: false,
      setHeaders(response, file) {
        response.setHeader('cache-control', cacheControl(response.req as Request))
        if (/\.html(?:\.br|\.gz)?$/.test(file)) response.setHeader('content-security-policy', policy)
      },
    },
  }) as RequestHandler
  return [getOnly, toFile(path), serve]
}

/** Serves one file of a folder at its own path. */
export const file = (name: string, served: readonly RequestHandler[]): readonly RequestHandler[] => [
  (request, _response, next) => {
    request.url = `/${name}`
    next()
  },
  ...served,
]

/** The path of a file with a version changes with its content, so browsers may cache it. */
const cacheControl = (request: Request): string =>
  'v' in request.query ? 'public, max-age=31536000, immutable' : 'no-cache'

/**
 * Finds the file for a path as static hosts do. A folder without a trailing slash is redirected to the one with it. The redirect
 * is relative, so it keeps the prefix of a proxy.
 */
function toFile(folder: string): RequestHandler {
  const names = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (name) => `/${name.replaceAll('\\', '/')}`,
    ),
  )
  return (request, response, next) => {
    const path = decode(request.path)
    const [pathname = '', query] = request.originalUrl.split('?')
    const search = query === undefined ? '' : `?${query}`
    // A path that cannot be decoded matches no file.
    if (path === undefined) throw notFound()
    const isFolder = path === '/' || names.has(`${path}/index.html`)
    if (isFolder && !pathname.endsWith('/'))
      return response.redirect(301, `${pathname.slice(pathname.lastIndexOf('/') + 1)}/${search}`)
    if (names.has(`${path}.html`)) request.url = `${encodeURI(path)}.html${search}`
    next()
  }
}

/** Decodes a path; undefined if its escapes are not valid UTF-8. */
function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/**
 * Serves the script that configures the docs for this server: the URLs of the server, its mock and the pages of a sandbox. The
 * browser resolves them against its own address, so the script is the same for every reader.
 */
export function describeServer(isSandbox: boolean, mock: MockPlace | undefined): RequestHandler {
  const isOpen = mock !== undefined && !isLoopback(mock.host)
  const server = {
    addresses: {
      'http://127.0.0.1:3000': '../',
      ...(mock && { 'http://127.0.0.1:4010': `http://${isOpen ? '{host}' : '127.0.0.1'}:${mock.port}` }),
    },
    links: isSandbox
      ? [
          { href: '../sandbox/status.html', label: 'Status' },
          { href: '../sandbox/', label: 'Sandbox' },
        ]
      : [],
  }
  const script = `globalThis.siteServer = ${JSON.stringify(server)}\n`
  return (_request, response) => void response.type('.js').set('cache-control', 'no-cache').end(script)
}

/** The hosts that the try-it page may call besides its own: the reader's machine, and the mock. */
export const tryItSources = (mock: MockPlace | undefined): readonly string[] => [
  'http://127.0.0.1:*',
  'http://localhost:*',
  ...(mock === undefined || isLoopback(mock.host) ? [] : [`http://*:${mock.port}`]),
]

const isLoopback = (host: string): boolean => ['127.0.0.1', 'localhost', '::1'].includes(host)

/** Passes programs on to the API, which responds with 404. */
export const forBrowsers: RequestHandler = (request, response, next) => {
  response.vary('accept')
  if (wantsPage(request)) next()
  else next('route')
}

/** Redirects to a page by a relative URL, which keeps the prefix of a proxy. */
export const leadTo =
  (page: string): RequestHandler =>
  (_request, response) =>
    response.redirect(302, page)

/** Responds to a browser at an unknown path with links to the search and the docs. A program gets the error of the API. */
export function notFoundPage(policy: string): RequestHandler {
  const html = readBuilt('404.html')
  return (request, response, next) => {
    const depth = request.path.split('/').length - 2
    if (!wantsPage(request) || depth > deepest) return next()
    // The page cannot know the depth of the requested path.
    const top = '../'.repeat(depth)
    response.vary('accept').set('content-security-policy', policy).status(404).type('.html')
    response.end(html.replaceAll(/ (href|src)="(?!#|[a-z]+:)/g, ` $1="${top}docs/`))
  }
}

/** The most slashes of a path that gets the page: each makes every link of the page longer. */
const deepest = 16

/** Browsers request HTML explicitly; programs request JSON, or any type. */
function wantsPage(request: Request): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && request.accepts(['json', 'html']) === 'html'
}

/** A page responds to GET and HEAD (RFC 9110, 9.3.2). */
export const getOnly: RequestHandler = (request, _response, next) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed('GET, HEAD')
  next()
}
