import { withHeaders, type Reply } from '../kernel/reply.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import type { Desk } from './desk.ts'

/** Changes in responses that neither the document nor HTTP forbids. */
export const takeLiberties = (reply: Reply, request: ServerRequest, { on }: Desk): Reply => {
  const { location } = reply.headers
  if (on('locations-are-relative') && location !== undefined)
    return withHeaders(reply, { location: location.slice('/api/v2/'.length) })
  if (on('answers-tell-of-limits'))
    return withHeaders(reply, {
      'retry-after': '1',
      'x-powered-by': 'coffee',
      etag: '"same"',
      'content-language': 'en',
    })
  if (on('serves-its-own-document') && request.method === 'GET' && request.path === '/openapi.json')
    return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"openapi":"3.0.3"}' }
  return reply
}
