import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CheckContractOptions } from '../../src/index.ts'

/** A server as users of a public framework have it, with that framework's defaults, and all that is really wrong with it. */
export interface PublicServer {
  /** The framework. */
  readonly name: string
  /** Path of the document, or the document. */
  readonly document: string | object
  readonly open: () => Promise<OpenServer>
  readonly options?: Partial<CheckContractOptions>
  readonly causes: readonly Cause[]
}

export interface OpenServer {
  readonly url: string
  readonly reset: () => void
  readonly close: () => Promise<void> | void
}

/** One thing in which server and document, or server and RFC, disagree. */
export interface Cause {
  readonly description: string
  /** The checks that may tell it. */
  readonly checks: readonly string[]
  /** Where it shows: operations, or paths for undeclared methods. */
  readonly places: readonly string[]
  /** A part of the message, if one check reports several causes at one place. */
  readonly says?: RegExp
}

/** Serves on a free port of this machine. */
export const openPort = async (listener: RequestListener, reset: () => void): Promise<OpenServer> => {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reset,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
