import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import compression from 'compression'
import express, { type RequestHandler } from 'express'
import { methodNotAllowed } from './wire/api-error.ts'

/**
 * The content security policy of a page: nothing from elsewhere, workers from blobs (search), calls to its own host and to those
 * that `connectTo` names, as sources of CSP Level 3.
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

/**
 * Serves the built pages of a folder: `page.html` is `page` as well, and `index.html` is the folder itself. Throws one sentence when
 * the folder is not there.
 */
export function pages(folder: URL, policy = pagePolicy()): readonly RequestHandler[] {
  const path = fileURLToPath(folder)
  if (!existsSync(path)) throw new Error(`${path} is not built: run npm run build first`)
  return [
    getOnly,
    compression(),
    express.static(path, {
      extensions: ['html'],
      setHeaders(response, file) {
        if (file.endsWith('.html')) response.setHeader('content-security-policy', policy)
      },
    }),
  ]
}

/** Serves a JSON document from one buffer. */
export function jsonDocument(document: object): readonly RequestHandler[] {
  const bytes = Buffer.from(JSON.stringify(document))
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  return [
    getOnly,
    compression(),
    (request, response) => {
      response.set({ etag, 'cache-control': 'no-cache' }).type('json')
      if (request.fresh) response.status(304).end()
      else response.end(bytes)
    },
  ]
}

/** A page answers GET and HEAD (RFC 9110, 9.3.2). */
export const getOnly: RequestHandler = (request, _response, next) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed('GET, HEAD')
  next()
}
