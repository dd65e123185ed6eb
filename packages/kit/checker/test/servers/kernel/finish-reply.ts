import { withHeaders, type Reply } from './reply.ts'
import type { ServerRequest } from './server-request.ts'

const textEncoder = new TextEncoder()

/** Puts on the length of the content, and leaves the content out where HEAD asked (RFC 9110 9.3.2). */
export const finishReply = (reply: Reply, request: ServerRequest): Reply => {
  if (reply.body === undefined) return reply
  const body = typeof reply.body === 'string' ? textEncoder.encode(reply.body) : reply.body
  const measured = withHeaders({ ...reply, body }, { 'content-length': String(body.length) })
  return request.method === 'HEAD' ? { ...measured, body: undefined } : measured
}
