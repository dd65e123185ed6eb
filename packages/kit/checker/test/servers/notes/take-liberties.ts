import type { Reply } from '../kernel/reply.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import type { Pad } from './pad.ts'

/** Changes in responses that neither the document nor HTTP forbids. */
export const takeLiberties = (reply: Reply, request: ServerRequest, { on }: Pad): Reply => {
  if (on('all-that-is-wrong-answers-418') && [400, 415].includes(reply.status))
    return { ...reply, status: 418 }
  if (on('head-tells-no-length') && request.method === 'HEAD') {
    const { 'content-length': _, ...headers } = reply.headers
    return { ...reply, headers }
  }
  return reply
}
