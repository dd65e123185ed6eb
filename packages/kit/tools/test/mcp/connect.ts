import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import { createMcpServer, type McpServerOptions } from '../../src/mcp/create-mcp-server.ts'
import { shedDocument } from './shed-document.ts'

/** The text of a tool's result. */
export interface ToolText {
  readonly text: string
  readonly isError: boolean
}

/** Calls a tool and returns the text that an assistant reads. */
export async function useTool(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<ToolText> {
  const { content, isError } = await client.callTool({ name, arguments: args })
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  return { text: texts.join('\n'), isError: isError === true }
}

/** Connects an assistant to a server of the tool shed. `log` contains the lines that the server logged. */
export async function connect(options: Partial<McpServerOptions> = {}) {
  const log: string[] = []
  const server = createMcpServer({
    document: shedDocument,
    baseUrl: 'http://127.0.0.1:9',
    isReadOnly: false,
    credentials: {},
    version: '1.0.0',
    log: (line) => void log.push(line),
    ...options,
  })()
  const client = new Client({ name: 'test', version: '1.0.0' })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(far), client.connect(near)])
  onTestFinished(() => client.close())
  return { client, log }
}

/** A received request. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A response to every request. */
export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Starts a server that records the received requests. */
export async function startShed(reply: Reply = { status: 200 }) {
  const received: Received[] = []
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request
    received.push({ method, url, headers, body: await text(request) })
    response.writeHead(reply.status, reply.headers).end(reply.body)
  }
  const server = createServer((request, response) => void respond(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, received }
}
