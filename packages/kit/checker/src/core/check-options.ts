import type { Fetch } from '../http/transport.ts'
import type { CustomFormat } from '@contract-kit/json-schema/text'
import type { CustomCheck } from './custom-check.ts'
import type { PhaseName, Policy } from './exchange.ts'

/** Headers that carry credentials, by name. */
export type CredentialHeaders = Readonly<Record<string, string>>

/** The options of {@link checkContract}: the subject of the check and the way to check it. */
export interface CheckContractOptions {
  /** A file path, a URL, or the document itself. */
  readonly document: string | object
  /** The whole server URL, path prefix included: `https://api.example.com/v1`. */
  readonly baseUrl?: string
  /** Handles requests instead of the network; `baseUrl` then only forms their URLs. */
  readonly fetch?: Fetch
  /** 0 to 2³¹ − 1; default 1. The same seed makes the same requests in any process. */
  readonly seed?: number
  /** Default: all four, in the order examples, coverage, fuzz, stateful. */
  readonly phases?: readonly PhaseName[]
  /** Fuzz cases for each operation; default 100. */
  readonly cases?: number
  /** Operations to check, by operationId or path; `*` matches any text. Default: all. */
  readonly include?: readonly string[]
  /**
   * Operations that are never sent, not even to make what others need. They are listed in `skipped` with that reason, and are no findings.
   */
  readonly exclude?: readonly string[]
  /** Only operations with one of these tags. Default: all. */
  readonly tags?: readonly string[]
  /** Only operations of these methods. Default: all. */
  readonly methods?: readonly string[]
  /** Send safe methods only (RFC 9110, 9.2.1): for a server whose data must not change. Default false. */
  readonly readOnly?: boolean
  /** Requests in flight at once, for operations that are independent of each other; default 1. With a `reset` hook always 1. */
  readonly workers?: number
  /** The most requests per second; default: no limit. */
  readonly rateLimit?: number
  /** The most requests in all; operations that were not reached are listed in `skipped`. Default: no limit. */
  readonly maxRequests?: number
  /** The most requests to one operation; default 20,000. */
  readonly maxRequestsPerOperation?: number
  /** How long to wait for the server to respond at all, in milliseconds; default 0. */
  readonly waitForMs?: number
  /**
   * Longest pause that the server may request by `Retry-After` (RFC 9110, 10.2.3), in milliseconds; default 60,000. The run does not wait
   * for a longer one.
   */
  readonly maxPauseMs?: number
  /** Headers for every request; they override those of `authenticate`. */
  readonly headers?: CredentialHeaders
  /**
   * Clients by name. Ordinary requests use the first one, and headers of `authenticate` override its own. The others send requests that the
   * server must reject.
   */
  readonly identities?: Readonly<Record<string, Identity>>
  /**
   * Returns the headers with the credentials. Called at the start, and again when the server rejects the credentials of a request that
   * should succeed.
   */
  readonly authenticate?: (context: {
    readonly url: string
  }) => Promise<CredentialHeaders> | CredentialHeaders
  /** The trusted certificates of https servers, and the certificate of the client. */
  readonly tls?: TlsFiles
  /** URL of an http proxy. Default: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, except for this machine itself. */
  readonly proxy?: string
  /** Restores the first state of the server: before each phase, stateful scenario and shrinking attempt. */
  readonly reset?: (context: { readonly url: string }) => Promise<void> | void
  /** Business rules that the schema cannot express, by operationId, path, or `*` for all; added to those written as `x-contract-policy`. */
  readonly policies?: Readonly<Record<string, readonly PolicyInput[]>>
  /** Shares of the documented things that must be reached, 0 to 1. Default: operations 1. */
  readonly thresholds?: Thresholds
  /** Time for one request before it is a finding, in milliseconds; default 10,000. */
  readonly timeoutMs?: number
  /** A response slower than this is a finding, in milliseconds; default: off. */
  readonly maxResponseTimeMs?: number
  /** Time for the whole run, in milliseconds; operations that were not reached are listed in `skipped`. Default: no limit. */
  readonly maxTimeMs?: number
  /** Undocumented properties in responses are findings; default true. */
  readonly strictResponses?: boolean
  /** Ids of checks that are not run. */
  readonly disableChecks?: readonly string[]
  /** Rules of your own, judged on every exchange. */
  readonly checks?: readonly CustomCheck[]
  /** Formats of texts that no standard defines, by the name that schemas use. */
  readonly formats?: Readonly<Record<string, CustomFormat>>
  /** Show credentials in curl lines and reports; default false: masked. */
  readonly showSecrets?: boolean
  /** Report the finding with this key only, and send only what leads to it. */
  readonly replay?: string
  readonly onProgress?: (progress: Progress) => void
  /** Called for every request in order, for a log by which two runs can be compared. */
  readonly onRequest?: (entry: RequestLogEntry) => void
}

/** Credentials of one client. Fields that are needed together are given together. */
export interface Identity {
  /** A token for `Authorization: Bearer`. */
  readonly bearer?: string
  /** User and password for `Authorization: Basic` (RFC 7617). */
  readonly basic?: { readonly username: string; readonly password: string }
  /** Keys by the name of their security scheme, which says whether they are sent as a header, in the query or as a cookie. */
  readonly apiKey?: Readonly<Record<string, string>>
  /** A token by client credentials (RFC 6749, 4.4), requested at the start, and again when it is no longer valid. */
  readonly oauth2?: {
    readonly tokenUrl: string
    readonly clientId: string
    readonly clientSecret: string
    readonly scopes?: readonly string[]
    readonly audience?: string
  }
  /** Cookies by name. */
  readonly cookie?: Readonly<Record<string, string>>
  /** Headers as they are. */
  readonly headers?: CredentialHeaders
  /** All its scopes or roles, including implied ones. Operations that require others must reject it. */
  readonly scopes?: readonly string[]
  /** No other identity that owns may read, change or delete the items that this one creates. */
  readonly owns?: boolean
  /** Its credentials are no longer valid, and must not give any access. */
  readonly expired?: boolean
}

/** Paths of PEM files. */
export interface TlsFiles {
  /** Certificates of the authorities to trust, instead of those that Node knows. */
  readonly ca?: string
  /** Certificate of the client; it needs `key`. */
  readonly cert?: string
  /** Private key of `cert`, without a passphrase. */
  readonly key?: string
  /** Accept any certificate of the server. Default false. */
  readonly insecure?: boolean
}

/** A policy as written: its statuses, its reason, and which checks it turns off. */
export interface PolicyInput {
  readonly statuses?: readonly number[]
  readonly reason: string
  readonly checks?: readonly Policy['checks'][number][]
}

/** Shares of the documented things that a run must reach, 0 to 1. */
export interface Thresholds {
  /** Operations with a 2xx response. */
  readonly operations?: number
  /** Documented statuses seen. */
  readonly responses?: number
  /** Parameters sent with a valid and with an invalid value. */
  readonly parameters?: number
  /** Keywords of request schemas tried on both sides. */
  readonly keywords?: number
  /** Documented request examples sent. */
  readonly examples?: number
}

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

/** The run cannot start or go on as configured; one sentence says what to fix. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}
