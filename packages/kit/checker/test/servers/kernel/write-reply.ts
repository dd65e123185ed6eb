import type { ServerResponse } from 'node:http'
import type { Reply } from './reply.ts'

/** Writes a reply with `node:http`, which drops the body of a response that must have none but keeps its headers. */
export const writeReply = (outgoing: ServerResponse, { status, headers, body }: Reply): void => {
  outgoing.writeHead(status, headers)
  outgoing.end(body)
}
