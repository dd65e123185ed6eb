import type { Fetch } from '../http/transport.ts'
import type { CustomFormat } from '@contract-kit/json-schema/text'
import type { CustomCheck } from './custom-check.ts'
import type { CustomSequence } from './custom-sequence.ts'
import type { PhaseName } from './exchange.ts'
import type { CommandLine, CredentialHeaders, Settings } from './settings.ts'

/** The settings of a check that are no options of {@link checkContract}, or are others there. */
type FileSetting = '$schema' | 'document' | 'url' | 'operations' | 'reports' | 'baseline' | 'failOn'

/** The options of {@link checkContract}: the subject of the check and the way to check it. */
export interface CheckContractOptions
  extends Omit<Settings, FileSetting>, Pick<CommandLine, 'replay'>, Hooks {
  /** A file path, a URL, or the document itself. */
  readonly document: string | object
  /** The whole server URL, path prefix included: `https://api.example.com/v1`. */
  readonly baseUrl?: string
  /** Handles requests instead of the network; `baseUrl` then only forms their URLs. */
  readonly fetch?: Fetch
  readonly onProgress?: (progress: Progress) => void
  /** Called for each new fault as soon as it is seen, before it is made smaller. The run ends if it returns `'stop'`. */
  readonly onFinding?: (finding: SeenFinding) => 'stop' | void
  /** Called for every request in order, for a log by which two runs can be compared. */
  readonly onRequest?: (entry: RequestLogEntry) => void
}

/** The parts of a configuration that are code. */
export interface Hooks {
  /**
   * Returns the headers with the credentials. Called at the start, and again when the server rejects the credentials of a request that
   * should succeed.
   */
  readonly authenticate?: (context: {
    readonly url: string
  }) => Promise<CredentialHeaders> | CredentialHeaders
  /** Restores the first state of the server: before each phase, stateful scenario and shrinking attempt. */
  readonly reset?: (context: { readonly url: string }) => Promise<void> | void
  /** Rules of your own, judged on every exchange. */
  readonly checks?: readonly CustomCheck[]
  /** Sequences of requests of your own, each with a rule about its responses. */
  readonly sequences?: readonly CustomSequence[]
  /**
   * Called before each request, with the credentials in it. Returns headers to add or to replace, such as a signature. Reports show the
   * request without them.
   */
  readonly beforeRequest?: (request: OutgoingRequest) => AddedHeaders | void | Promise<AddedHeaders | void>
  /** Formats of texts that no standard defines, by the name that schemas use. */
  readonly formats?: Readonly<Record<string, CustomFormat>>
}

/** A request as it will be sent. */
export interface OutgoingRequest {
  /** null for an undeclared method or path. */
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

/** The progress of a run, before and after each piece of work. */
export interface Progress {
  readonly phase: PhaseName
  /** Operation or path at work. */
  readonly subject: string
  /** Pieces of work done and planned, over all phases. */
  readonly done: number
  readonly total: number
  readonly requests: number
  readonly findings: number
}

/** A fault that was just seen. */
export interface SeenFinding {
  /** Identifies the fault, in every run. */
  readonly key: string
  /** Id of the check. */
  readonly check: string
  /** null if it concerns no operation of the document. */
  readonly operationId: string | null
  readonly message: string
}

/** The run cannot start or go on as configured; one sentence says what to fix. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}
