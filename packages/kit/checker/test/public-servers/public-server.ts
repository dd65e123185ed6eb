import { createServer, type RequestListener } from 'node:http'
import type { CheckContractOptions } from '../../src/index.ts'
import { listen } from '@contract-kit/openapi/testing'

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
export const openPort = async (listener: RequestListener, reset: () => void): Promise<OpenServer> => ({
  ...(await listen(createServer(listener))),
  reset,
})
