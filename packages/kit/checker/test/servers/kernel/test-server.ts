import type { Reply } from './reply.ts'
import type { ServerRequest } from './server-request.ts'

/** A server in memory. */
export interface TestServer {
  readonly handle: (request: ServerRequest) => Promise<Reply>
  /** Puts back the state that the server began with. */
  readonly reset: () => void
}

/** How a server is to be made. */
export interface ServerOptions {
  /** Id of the one defect or variant that is on; none: the correct server. */
  readonly deviation?: string
  /** Waits so many milliseconds; given by tests that must not wait. */
  readonly pause?: (ms: number) => Promise<void>
}

/** A server that can be made as often as wanted. */
export interface ServerDefinition {
  readonly id: string
  /** The OpenAPI document which the correct server keeps to. */
  readonly documentUrl: URL
  /** Prefix of every path, without a trailing slash. */
  readonly basePath: string
  /** Headers that every operation accepts as proof of identity. */
  readonly credentials: Readonly<Record<string, string>>
  /** Whether what `credentials` creates is kept from the identities that own. */
  readonly owns?: boolean
  /** Further callers. */
  readonly identities?: readonly Identity[]
  readonly create: (options: ServerOptions) => TestServer
}

/** One who may call a server. */
interface Identity {
  readonly name: string
  readonly credentials: Readonly<Record<string, string>>
  /** Whether what it creates is kept from others. */
  readonly owns?: boolean
}
