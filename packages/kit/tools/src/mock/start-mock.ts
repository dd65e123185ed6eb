import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ApiDocument, DocumentError, openDocument } from '@contract-kit/openapi'
import { parseDocumentText } from '@contract-kit/openapi/source'
import { InputError } from '../input-error.ts'
import { documentOfExamples } from './document-of-examples.ts'
import { startPrism } from './prism.ts'
import { type ProxyOptions, respondByProxy } from './proxy.ts'
import { respondByExample } from './respond-by-example.ts'
import { toListener } from './server.ts'

export { InputError } from '../input-error.ts'

/** Options of the mock. */
export interface MockOptions extends ProxyOptions {
  /** The bundled document, or its path. */
  readonly document: string | object
  /** Default: `127.0.0.1`. */
  readonly host?: string
  /** Default: 4010. 0 selects a free port. */
  readonly port?: number
  /** The name of the port option in the message that it is in use. Default: `--port`. */
  readonly portSetting?: string
  /** Whether to respond with random valid data instead of examples. */
  readonly dynamic?: boolean
  /** The server to forward requests to. Requests and responses are validated. */
  readonly proxyTo?: string
  /** Called with the error after a request crashed Prism, before the restart. */
  readonly onRestart?: (error: string) => void
  /** Called for each part of the document that is ignored or read differently than written. */
  readonly onNote?: (note: string) => void
  /** Stops the mock, even during startup. */
  readonly signal?: AbortSignal
}

/** A running mock. */
export interface Mock {
  /** Base URL, without a slash at the end. */
  readonly url: string
  /** Resolves when the mock has stopped, by itself or by `close`. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

/**
 * Serves a document: every operation responds with its examples, without state or network access. Invalid requests get an error
 * response. Requests are validated here; Prism chooses the examples in a separate process, which ends with this one. Rejects
 * with an InputError if it cannot start.
 */
export async function startMock(options: MockOptions): Promise<Mock> {
  const { host = '127.0.0.1', port = 4010, proxyTo, signal, onNote, onRestart = () => undefined } = options
  const document = await openOperations(options.document)
  for (const note of notesOf(document)) onNote?.(note)
  const server = createServer()
  await listen(server, host, port, options.portSetting)
  const prism = proxyTo === undefined ? startPrism(documentOfExamples(document), onRestart) : undefined
  const closed = once(server, 'close')
  const close = async (): Promise<void> => {
    server.close()
    server.closeAllConnections()
    await Promise.all([prism?.close(), closed])
  }
  const abort = (): void => void close()
  signal?.addEventListener('abort', abort)
  if (signal?.aborted === true) abort()
  try {
    const respond =
      prism === undefined
        ? respondByProxy(document, proxyTo ?? '', options)
        : respondByExample(document, prism, options.dynamic === true)
    server.on('request', toListener(respond))
    await prism?.whenReady()
  } catch (error) {
    await close()
    throw error
  }
  const { port: settled } = (server.address() ?? { port }) as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${settled}`,
    ended: prism === undefined ? closed.then(() => undefined) : prism.ended.then(close),
    close,
  }
}

async function listen(server: Server, host: string, port: number, setting = '--port'): Promise<void> {
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code})`
    throw new InputError(`${host}:${port} ${reason}; set ${setting} to another port.`)
  }
}

async function openOperations(source: string | object): Promise<ApiDocument> {
  try {
    const document = openDocument(typeof source === 'string' ? await readDocument(source) : source)
    if (document.operations.length > 0) return document
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    throw new InputError(error.message)
  }
  throw new InputError('The document has no operations below its paths, so nothing can be mocked.')
}

async function readDocument(path: string): Promise<object> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new InputError(`The document ${path} does not exist; bundle it first.`)
  })
  return Object(parseDocumentText(text, `The document ${path}`)) as object
}

const notesOf = ({ notes, unread }: ApiDocument): readonly string[] => [
  ...notes,
  ...unread.map(({ id, reason }) => `${id} cannot be read, so its response is 501: ${reason}`),
]
