import { gzipSync } from 'node:zlib'
import { withHeaders, type Reply } from '../kernel/reply.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import type { Office } from './office.ts'

const editText = (reply: Reply, change: (text: string) => string): Reply =>
  typeof reply.body === 'string' ? { ...reply, body: change(reply.body) } : reply

const backwards = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toReversed())
    : value

/** Changes in responses that neither the document nor HTTP forbids. */
export const takeLiberties = (reply: Reply, request: ServerRequest, { on }: Office): Reply => {
  const { location } = reply.headers
  if (on('errors-say-more'))
    return editText(reply, (text) =>
      text.replace('{"errors":[{', '{"meta":{"trace":7},"errors":[{"detail":1,'),
    )
  if (on('wrong-bodies-answer-400') && reply.status === 422)
    return { ...editText(reply, (text) => text.replaceAll('"422"', '"400"')), status: 400 }
  if (on('properties-are-told-backwards'))
    return editText(reply, (text) => JSON.stringify(JSON.parse(text, backwards)))
  if (on('signs-are-told-as-escapes'))
    return editText(reply, (text) =>
      text.replaceAll(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
    )
  if (on('locations-are-absolute') && location !== undefined)
    return withHeaders(reply, {
      location: `http://${request.headers.get('host') ?? 'boards.test'}${location}`,
    })
  if (on('numbers-have-a-fraction'))
    return editText(reply, (text) =>
      text.replaceAll(/"(minutes|priority|weight)":(\d+)(?=[,}])/g, '"$1":$2.0'),
    )
  return reply
}

/** A liberty with the wrapping of a response whose content is settled. */
export const pack = (reply: Reply, { on }: Office): Reply => {
  const { 'content-length': length, ...headers } = reply.headers
  if (!on('answers-come-in-chunks') && !on('answers-are-gzipped')) return reply
  if (length === undefined) return reply
  if (on('answers-come-in-chunks')) return { ...reply, headers }
  if (typeof reply.body !== 'object') return { ...reply, headers }
  const body = new Uint8Array(gzipSync(reply.body))
  return {
    ...reply,
    headers: {
      ...headers,
      'content-length': String(body.length),
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
    },
    body,
  }
}
