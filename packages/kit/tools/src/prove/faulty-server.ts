import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Identity } from '@contract-kit/checker'
import { errorHandler, type OpenApiDocument } from '@contract-kit/express'
import { openDocument } from '@contract-kit/openapi'
import { createSandbox, type Difference, type Fault, type Liberty } from '@contract-kit/sandbox'
import express, { type Express } from 'express'
import { callersOf } from './callers.ts'

/** A server of a document, either correct or with one fault, which can change while it listens. */
export interface FaultyServer extends AsyncDisposable {
  /** Base URL of the operations. */
  readonly url: string
  readonly title: string
  /** The possible faults. */
  readonly faults: readonly Fault[]
  /** Variations that the document allows. */
  readonly liberties: readonly Liberty[]
  /** The accepted callers; none for a document without security schemes. */
  readonly identities: Readonly<Record<string, Identity>>
  /** Serves the document correctly or with a fault, from the initial state. */
  serve(fault?: Difference): Promise<void>
  /** Resets the state. */
  reset(): void
  /** How often the current fault changed the behavior of the server. */
  readonly deviations: number
}

/** Serves a document on a free local port, at first without a fault. The seed determines ids and generated values. */
export async function openFaultyServer(document: OpenApiDocument, seed: number): Promise<FaultyServer> {
  const { credentials, identities } = callersOf(openDocument(document))
  const sandbox = await createSandbox({ document, seed, ...(credentials.length > 0 && { credentials }) })
  let current: Difference | undefined
  let deviations = 0
  const appWith = async (fault: Difference | (() => Difference | undefined)): Promise<Express> => {
    const router = await sandbox.router({
      basePath: '',
      onBreach: () => undefined,
      onUnsupported: () => undefined,
      fault,
      onDeviation: () => {
        deviations += 1
      },
    })
    return express().disable('etag').disable('x-powered-by').use(router, errorHandler(sandbox.errors))
  }
  // Nearly all faults share compiled validators.
  const shared = await appWith(() => current)
  let app = shared
  const serve = async (fault?: Difference): Promise<void> => {
    sandbox.reset()
    deviations = 0
    current = fault
    app = fault?.isOfRouter === true ? await appWith(fault) : shared
  }
  const server = createServer((request, response) => app(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    title: sandbox.title,
    faults: sandbox.faults(),
    liberties: sandbox.liberties(),
    identities,
    serve,
    reset: () => sandbox.reset(),
    get deviations() {
      return deviations
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      sandbox.close()
    },
  }
}
