import { createServer } from 'node:http'
import { listen, type Listening } from '@contract-kit/openapi/testing'
import { fromIncoming } from './from-incoming.ts'
import { fromRequest } from './from-request.ts'
import { toResponse } from './to-response.ts'
import type { ServerDefinition, ServerOptions } from './test-server.ts'
import { writeReply } from './write-reply.ts'

/** A server to be reached in the process or over the wire; both ways share one state. */
export interface OpenServer {
  /** Base URL for `fetch`, path prefix included, without a trailing slash. */
  readonly url: string
  readonly fetch: (request: Request) => Promise<Response>
  readonly reset: () => void
  /** Listens on a port of this machine; its URL includes the path prefix. */
  readonly listen: () => Promise<Listening>
}

/** Makes a server, correct or with one deviation, and opens its two entrances. */
export const openServer = (definition: ServerDefinition, options: ServerOptions = {}): OpenServer => {
  const server = definition.create(options)
  return {
    url: `http://${definition.id}.test${definition.basePath}`,
    fetch: async (request) =>
      toResponse(await server.handle(await fromRequest(request, definition.basePath))),
    reset: server.reset,
    listen: async () => {
      const wire = createServer((incoming, outgoing) => {
        void fromIncoming(incoming, definition.basePath)
          .then(server.handle)
          .catch(() => ({ status: 500, headers: {}, body: undefined }))
          .then((reply) => writeReply(outgoing, reply))
      })
      const { url, close } = await listen(wire)
      return { url: `${url}${definition.basePath}`, close }
    },
  }
}
