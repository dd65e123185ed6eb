import type { Fetch } from '../http/transport.ts'
import type { CustomFormat } from '@contract-kit/json-schema/text'
import type { CustomCheck } from './custom-check.ts'
import type { CustomSequence } from './custom-sequence.ts'
import type { PhaseName } from './exchange.ts'
import type { CommandLine, CredentialHeaders, Settings } from './settings.ts'

/** Settings that are not options of {@link checkContract}, or have another type there. */
type FileSetting = '$schema' | 'document' | 'url' | 'operations' | 'reports' | 'baseline' | 'failOn'

/** Options of {@link checkContract}: the server and document to check, and how. */
export interface CheckContractOptions
  extends Omit<Settings, FileSetting>, Pick<CommandLine, 'replay'>, Hooks {
  /** A file path, a URL, or the document itself. */
  readonly document: string | object
  /** The whole server URL, path prefix included: `https://api.example.com/v1`. */
  readonly baseUrl?: string
  /** Handles requests instead of the network; `baseUrl` then only forms their URLs. */
  readonly fetch?: Fetch
  readonly onProgress?: (progress: Progress) => void
  /** Called once per new fault, before shrinking. Return `'stop'` to end the run. */
  readonly onFinding?: (finding: SeenFinding) => 'stop' | void
  /** Called for every request in order, for a log that makes runs comparable. */
  readonly onRequest?: (entry: RequestLogEntry) => void
}

/** The configuration parts that are functions. */
export interface Hooks {
  /**
   * Returns the headers with the credentials. Called at the start, and again when the server rejects the credentials of a request that
   * should succeed.
   */
  readonly authenticate?: (context: {
    readonly url: string
  }) => Promise<CredentialHeaders> | CredentialHeaders
  /** Restores the initial state of the server before each phase, stateful scenario and shrinking attempt. */
  readonly reset?: (context: { readonly url: string }) => Promise<void> | void
  /** Custom rules, applied to every exchange. */
  readonly checks?: readonly CustomCheck[]
  /** Custom sequences of requests, each with a rule about its responses. */
  readonly sequences?: readonly CustomSequence[]
  /**
   * Called before each request, with the credentials in it. Returns headers to add or to replace, such as a signature. Reports show the
   * request without them.
   */
  readonly beforeRequest?: (request: OutgoingRequest) => AddedHeaders | void | Promise<AddedHeaders | void>
  /** Custom text formats, by the name that schemas use. */
  readonly formats?: Readonly<Record<string, CustomFormat>>
}

/** A request that is about to be sent. */
export interface OutgoingRequest {
  /** Null for an undeclared method or path. */
  readonly operationId: string | null
  readonly phase: PhaseName
  readonly method: string
  /** Path and query below the base URL. */
  readonly target: string
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | Uint8Array | undefined
}

/** Headers by name. */
export type AddedHeaders = Readonly<Record<string, string>>

/** One line of the request log. */
export interface RequestLogEntry {
  readonly phase: PhaseName
  readonly operationId: string | null
  readonly scenario: string
  readonly method: string
  readonly target: string
  readonly body: string
  readonly status: number
}

/** Progress of a run, reported before and after each work item. */
export interface Progress {
  readonly phase: PhaseName
  /** Current operation or path. */
  readonly subject: string
  /** Finished and planned work items in all phases. */
  readonly done: number
  readonly total: number
  readonly requests: number
  readonly findings: number
}

/** A newly found fault. */
export interface SeenFinding {
  /** Identifies the fault across runs. */
  readonly key: string
  /** Id of the check. */
  readonly check: string
  /** Null if no operation of the document is affected. */
  readonly operationId: string | null
  readonly message: string
}

/** The configuration is invalid. One sentence says how to fix it. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}
