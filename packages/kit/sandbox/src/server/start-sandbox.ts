import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errorHandler } from '@contract-kit/express'
import cors from 'cors'
import express, { type RequestHandler } from 'express'
import { createSandbox, type RequestFacts, type Sandbox, type SandboxOptions } from '../create-sandbox.ts'
import type { Liberty } from '../faults/fault.ts'
import { controlsPath, sandboxControls } from './controls.ts'

/** Options of `startSandbox`. */
export interface StartSandboxOptions extends SandboxOptions {
  /** Default: `127.0.0.1`. */
  readonly host?: string
  /** Default: 4020. 0 chooses a free port. */
  readonly port?: number
  /** The id of a fault from `faults()` or a difference from `liberties()`, to serve the document with. */
  readonly fault?: string
  /** Called for each response with the interpretation of its request. */
  readonly onResponse?: (
    line: Partial<RequestFacts> & {
      readonly method: string
      readonly target: string
      readonly status: number
      readonly milliseconds: number
    },
  ) => void
}

/** A running server. */
export interface RunningSandbox {
  /** Base URL of the operations, including the path of the document's first server. */
  readonly url: string
  /** Base URL of the controls. */
  readonly controlsUrl: string
  readonly sandbox: Sandbox
  /** The fault or difference that it serves the document with. */
  readonly fault: Liberty | undefined
  readonly close: () => Promise<void>
}

/** The address is in use or not permitted. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
}

/** The document has no fault or liberty with this id. */
export class UnknownFaultError extends Error {
  override readonly name = 'UnknownFaultError'
}

/**
 * Starts a server for a document, with its controls under `/__sandbox`. Rejects with an AddressError if it cannot listen, and with an
 * UnknownFaultError for an unknown fault.
 */
export async function startSandbox(options: StartSandboxOptions): Promise<RunningSandbox> {
  const { host = '127.0.0.1', port = 4020, onResponse } = options
  const sandbox = await createSandbox(options)
  try {
    const fault = options.fault === undefined ? undefined : findFault(sandbox, options.fault)
    const app = express().disable('x-powered-by').disable('etag')
    if (onResponse !== undefined) app.use(reportResponses(sandbox, onResponse))
    app.use(controlsPath, sandboxControls(sandbox))
    app.use(
      allowOrigins,
      await sandbox.router(fault && { fault }),
      notFound(sandbox),
      errorHandler(sandbox.errors),
    )
    const server = createServer(app)
    await listen(server, host, port)
    const origin = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`
    return {
      url: `${origin}${sandbox.basePath}`,
      controlsUrl: `${origin}${controlsPath}`,
      sandbox,
      fault,
      close: async () => {
        server.close()
        server.closeAllConnections()
        await once(server, 'close')
        sandbox.close()
      },
    }
  } catch (error) {
    sandbox.close()
    throw error
  }
}

function findFault(sandbox: Sandbox, id: string): Liberty {
  const faults = [...sandbox.faults(), ...sandbox.liberties()]
  const fault = faults.find((one) => one.id === id)
  if (fault !== undefined) return fault
  const near = faults.filter(({ kind }) => id.startsWith(kind)).slice(0, 3)
  const hint = near.length === 0 ? '' : `; similar ids: ${near.map((one) => one.id).join(', ')}`
  throw new UnknownFaultError(`The document has no fault ${id}${hint}.`)
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code})`
    throw new AddressError(`${host}:${port} ${reason}; use another port.`)
  }
}

const letIn = cors({ origin: true, credentials: true, exposedHeaders: '*', maxAge: 600 })

/** Allows pages of any origin to call the operations, for frontend development, but not the controls. */
const allowOrigins: RequestHandler = (request, response, next) => {
  const { origin, 'access-control-request-method': requestedMethod } = request.headers
  // An OPTIONS that is not a preflight belongs to the document.
  if (origin === undefined || (request.method === 'OPTIONS' && requestedMethod === undefined)) return next()
  letIn(request, response, next)
}

const notFound =
  ({ basePath }: Sandbox): RequestHandler =>
  ({ path }) => {
    const isBelow = path === basePath || path.startsWith(`${basePath}/`)
    const hint = isBelow ? '' : `; its paths are below ${basePath}`
    throw Object.assign(new Error(`The document has no path ${path}${hint}`), { status: 404 })
  }

const reportResponses =
  (sandbox: Sandbox, onResponse: NonNullable<StartSandboxOptions['onResponse']>): RequestHandler =>
  (request, response, next) => {
    const start = performance.now()
    response.once('finish', () =>
      onResponse({
        method: request.method,
        target: request.originalUrl,
        status: response.statusCode,
        milliseconds: performance.now() - start,
        ...sandbox.describe(request, response),
      }),
    )
    next()
  }
