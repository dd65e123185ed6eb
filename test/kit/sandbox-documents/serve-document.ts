import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errorHandler, type OpenApiDocument } from '@contract-kit/express'
import { createSandbox } from '@contract-kit/sandbox'
import express, { type ErrorRequestHandler } from 'express'

/** A sandbox that listens on a free port. */
export interface ServedSandbox extends AsyncDisposable {
  readonly url: string
  /** Resets the state of the sandbox. */
  reset(): void
  /** The violations of each response that broke the document, as one line. */
  readonly breaches: readonly string[]
  /** The stack trace of each unexpected error. */
  readonly defects: readonly string[]
}

/** The credentials that the sandbox accepts, by kind. */
export const accepted = {
  token: 'sandbox-token',
  key: 'sandbox-key',
  user: 'sandbox',
  password: 'sandbox-pass',
} as const

const { token, key, user, password } = accepted

/** Serves a bundled document with the sandbox, at the root of a server. */
export async function serveDocument(document: OpenApiDocument): Promise<ServedSandbox> {
  const sandbox = await createSandbox({ document, credentials: [token, key, `${user}:${password}`] })
  const breaches: string[] = []
  const defects: string[] = []
  const router = await sandbox.router({
    basePath: '',
    onBreach: (error) => {
      // An undocumented status is a finding of the checker, not a fault of the sandbox.
      if (error.breaches.some(({ place }) => place !== 'status')) breaches.push(error.message)
      return undefined
    },
    // The validator does not support some operations of third-party documents. They are served without it.
    onUnsupported: () => undefined,
  })
  const noteDefect: ErrorRequestHandler = (error: unknown, _request, _response, next) => {
    if (!isRefusal(error))
      defects.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
    next(error)
  }
  const app = express().disable('etag').disable('x-powered-by')
  app.use(router, noteDefect, errorHandler(sandbox.errors))
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reset: () => sandbox.reset(),
    breaches,
    defects,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      sandbox.close()
    },
  }
}

/** Whether the server rejects a request with this error because no operation accepts it. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500
