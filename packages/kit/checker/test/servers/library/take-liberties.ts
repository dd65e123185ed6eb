import { withHeaders, type Reply } from '../kernel/reply.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import type { Library } from './handler.ts'

const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([name, item]) => item !== null || !['subtitle', 'authorId'].includes(name),
  )
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutNulls(item)]))
}

/** Changes in responses that neither the document nor HTTP forbids. */
export const takeLiberties = (reply: Reply, request: ServerRequest, { on }: Library): Reply => {
  const contentType = reply.headers['content-type']
  if (on('media-types-are-shouted') && contentType !== undefined)
    return withHeaders(reply, { 'content-type': `${contentType.toUpperCase()}; Charset="UTF-8"` })
  if (on('answers-carry-more-headers'))
    return withHeaders(reply, {
      'cache-control': 'private, max-age=0, must-revalidate',
      vary: 'accept, authorization',
      etag: `W/"${reply.headers['x-request-id']}"`,
      server: 'shelves/2',
      'set-cookie': 'till=front; Path=/v1; HttpOnly',
    })
  const { location } = reply.headers
  if (on('locations-are-absolute') && location !== undefined)
    return withHeaders(reply, {
      location: `http://${request.headers.get('host') ?? 'library.test'}${location}`,
    })
  if (on('nulls-are-left-out') && reply.status < 300 && typeof reply.body === 'string')
    return { ...reply, body: JSON.stringify(withoutNulls(JSON.parse(reply.body))) }
  return on('errors-are-told-at-length') ? tellAtLength(reply) : reply
}

// Prose that has all the words of a stack trace and is none.
const tellAtLength = (reply: Reply): Reply => {
  if (reply.status < 400 || typeof reply.body !== 'string') return reply
  const told = {
    ...(JSON.parse(reply.body) as object),
    detail:
      'There is no exception to this rule; see the error list at /docs/errors.html, line 12, and ask at the desk.',
  }
  return { ...reply, body: JSON.stringify(told) }
}
