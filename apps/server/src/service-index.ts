import { openapiDocument } from '@giftcards/contract'
import type { RequestHandler } from 'express'
import { baseUrlOf } from './base-url.ts'

/** Entry points of this server for programs. */
const links = {
  docs: '/docs/',
  llms: '/llms.txt',
  openapi: '/openapi.json',
  postman: '/docs/reference.postman_collection.json',
  health: '/healthz',
  readiness: '/readyz',
}

const sandboxLinks = {
  sandbox: '/sandbox/',
  sandboxOpenapi: '/__sandbox/openapi.json',
}

/** Responds to a program at `/` with the name and version of the API, and its entry points. */
export function showIndex(isSandbox: boolean): RequestHandler {
  const { title, version } = openapiDocument.info
  const paths = Object.entries(isSandbox ? { ...links, ...sandboxLinks } : links)
  return (request, response) => {
    const baseUrl = baseUrlOf(request)
    response.set('cache-control', 'no-cache')
    response.json({
      name: title,
      version,
      mode: isSandbox ? 'sandbox' : 'production',
      links: Object.fromEntries(paths.map(([name, path]) => [name, `${baseUrl}${path}`])),
    })
  }
}
