// Generated from config.schema.json by `npm run gen`; do not edit.

/**
 * Settings of a check. The command line overrides them. In a configuration, paths are relative to its file, and
 * a text may name environment variables: ${TOKEN}.
 */
export interface Settings {
  /** This schema, for an editor. */
  readonly $schema?: string
  /** Path or URL of the OpenAPI document. */
  readonly document?: string
  /** Phases to run. Default: examples, coverage, fuzz, stateful. */
  readonly phases?: readonly ('examples' | 'coverage' | 'fuzz' | 'stateful')[]
  /** Fuzz cases for each operation. Default: 100. */
  readonly cases?: number
  /** The same seed sends the same requests, in any process. Default: 1. */
  readonly seed?: number
  /**
   * Check only these operations, by operationId or path; `*` matches any text. Other operations are sent only to
   * create resources that these need.
   */
  readonly include?: readonly string[]
  /**
   * Never send these operations, even if others need the resources that they create. The command line adds to
   * the configuration.
   */
  readonly exclude?: readonly string[]
  /** Check only operations with one of these tags. */
  readonly tags?: readonly string[]
  /** Check only operations with these methods. */
  readonly methods?: readonly string[]
  /** Send only safe methods (RFC 9110, 9.2.1). Use it for a server whose data must not change. Default: false. */
  readonly readOnly?: boolean
  /** IDs of checks to skip. The command line adds to the configuration. */
  readonly disableChecks?: readonly string[]
  /** Report undocumented properties in responses. The flag allows them. Default: true. */
  readonly strictResponses?: boolean
  /** Report responses that are slower than this. */
  readonly maxResponseTimeMs?: number
  /**
   * Values for valid requests, by the name of a parameter or property: `name`; of one schema: `Pet.name`; of one
   * operation: `addPet.name`.
   */
  readonly values?: Readonly<Record<string, readonly unknown[]>>
  /** Shares of the document that the run must cover. */
  readonly thresholds?: Thresholds
  /**
   * Business rules that the schema cannot express, by operationId, path, or `*` for all; added to those written
   * as `x-contract-policy`.
   */
  readonly policies?: Readonly<Record<string, readonly PolicyInput[]>>
  /** Settings of single operations, by operationId. */
  readonly operations?: Readonly<Record<string, OperationConfig>>
  /** Base URL of the server, including its path prefix. */
  readonly url?: string
  /** Headers for every request; they override those of `authenticate`. */
  readonly headers?: CredentialHeaders
  /**
   * Clients by name. Ordinary requests use the first one, and headers of `authenticate` override its own. The
   * others send requests that the server must reject.
   */
  readonly identities?: Readonly<Record<string, Identity>>
  /** The trusted certificates of https servers, and the certificate of the client. */
  readonly tls?: TlsFiles
  /**
   * URL of an HTTP proxy. Requires Node 22.21 or 24.5. Default: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, except for
   * this machine.
   */
  readonly proxy?: string
  /** How long to wait for the first response of the server. Default: 0. */
  readonly waitForMs?: number
  /** Time limit for each request. A slower request is a finding. Default: 10000. */
  readonly timeoutMs?: number
  /** Time limit for the whole run. Operations that it does not reach are reported as skipped. */
  readonly maxTimeMs?: number
  /** Longest `Retry-After` (RFC 9110, 10.2.3) that the run waits for. Default: 60000. */
  readonly maxPauseMs?: number
  /**
   * Concurrent requests, for operations that are independent of each other. Always 1 with a `reset` hook.
   * Default: 1.
   */
  readonly workers?: number
  /** Maximum requests per second. `Retry-After` is always honored. */
  readonly rateLimit?: number
  /** Maximum requests of the run. Operations that it does not reach are reported as skipped. */
  readonly maxRequests?: number
  /** Maximum requests to each operation. Default: 20000. */
  readonly maxRequestsPerOperation?: number
  /** Report files to write, by kind. Missing folders are created. */
  readonly reports?: Readonly<
    Partial<Record<'json' | 'junit' | 'html' | 'har' | 'sarif' | 'markdown' | 'overlay', string>>
  >
  /** Ignore the findings that this file lists. Fail only on new ones. */
  readonly baseline?: string
  /** Fail the run only on findings of at least this severity. Default: low. */
  readonly failOn?: 'critical' | 'high' | 'medium' | 'low'
  /** Show credentials in curl commands and reports instead of masking them. Default: false. */
  readonly showSecrets?: boolean
}

/** Settings of one run, which a configuration cannot have. */
export interface CommandLine {
  /** Write all findings to the baseline file. */
  readonly updateBaseline?: boolean
  /**
   * Write the changes that the document needs if the server is right (OpenAPI Overlay); the same as `--report
   * overlay=<file>`.
   */
  readonly writeOverlay?: string
  /** Report only the finding with this key, and send only the requests that lead to it. */
  readonly replay?: string
  /** Write a regression file for each finding to this folder, for Vitest to run again. */
  readonly promote?: string
  /** Print plain text without a progress bar. NO_COLOR and CI have the same effect. */
  readonly noColor?: boolean
  /**
   * Configuration file. Default: contract-checker.config.ts, .js, .mjs, .json, .yaml or .yml, or
   * contract.config.ts, .js, .mjs or .json, under `check`.
   */
  readonly config?: string
  /** Print this text. */
  readonly help?: boolean
  /** Print the version. */
  readonly version?: boolean
  /** Path at which the API starts, on any host. Without it, the servers of the document say where it starts. */
  readonly basePath?: string
  /** Request header whose values tell parallel test runs apart; each has its own findings and coverage. */
  readonly identify?: string
  /** URL of the server behind the proxy; a path in it is where the API starts. */
  readonly to?: string
  /** Port of the proxy; without it a free one. */
  readonly port?: number
  /** How long the proxy runs; without it until it is interrupted, or the command ends. */
  readonly forMs?: number
  /** HTTP archive to write of all that passed, credentials masked. */
  readonly record?: string
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

/** Paths of PEM files. */
export interface TlsFiles {
  /** CA certificates to trust (PEM), instead of those of Node. */
  readonly ca?: string
  /** Client certificate (PEM). Requires `key`. */
  readonly cert?: string
  /** Private key of `cert` (PEM), without a passphrase. */
  readonly key?: string
  /** Accept any certificate of the server. Default: false. */
  readonly insecure?: boolean
}

/** Headers that carry credentials, by name. */
export type CredentialHeaders = Readonly<Record<string, string>>

/** Credentials of one client. Fields that are needed together are given together. */
export interface Identity {
  /** A token for `Authorization: Bearer`. */
  readonly bearer?: string
  /** User and password for `Authorization: Basic` (RFC 7617). */
  readonly basic?: {
    readonly username: string
    readonly password: string
  }
  /**
   * Keys by the name of their security scheme, which says whether they are sent as a header, in the query or as
   * a cookie.
   */
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
  /** No other identity that owns may read, change or delete the items that this one creates. Default: false. */
  readonly owns?: boolean
  /** Its credentials are no longer valid, and must not give any access. Default: false. */
  readonly expired?: boolean
}

/** The settings for one operation. */
export interface OperationConfig {
  /** Never send it. Default: false. */
  readonly exclude?: boolean
  /** Ids of checks to leave out for it. */
  readonly disableChecks?: readonly string[]
  readonly policies?: readonly PolicyInput[]
}

/** A policy as written: its statuses, its reason, and which checks it turns off. */
export interface PolicyInput {
  readonly statuses?: readonly number[]
  readonly checks?: readonly string[]
  readonly reason: string
}

/** The default of each setting that has one. */
export const DEFAULTS = {
  phases: ['examples', 'coverage', 'fuzz', 'stateful'],
  cases: 100,
  seed: 1,
  readOnly: false,
  strictResponses: true,
  waitForMs: 0,
  timeoutMs: 10000,
  maxPauseMs: 60000,
  workers: 1,
  maxRequestsPerOperation: 20000,
  failOn: 'low',
  showSecrets: false,
} as const
