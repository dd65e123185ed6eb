import type { ClientEvent } from './client-event.ts'
import type { TokenStore } from './token-store.ts'
import type { Fetch } from './transport.ts'

/** How often and how patiently a call is repeated. */
export interface RetryOptions {
  /** How often a call is sent at most, the first time included; 1 for never again. 3 unless given. */
  readonly attempts?: number | undefined
  /** Milliseconds that the first pause has at most; each further one twice as many. 250 unless given. */
  readonly baseDelayMs?: number | undefined
  /**
   * Milliseconds that a pause has at most, 8,000 unless given. Where `Retry-After` asks for a longer one, the call is
   * not repeated; its error says how long to wait.
   */
  readonly maxDelayMs?: number | undefined
}

/** What any client of this package takes. */
export interface ConnectionOptions {
  /** Where the service listens, such as `http://127.0.0.1:3000`, without a version, a query, a fragment or a password. */
  readonly baseUrl: string
  /** Stands in for the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Milliseconds that one attempt may take, its answer's body included; `Infinity` for no limit. 30,000 unless given. */
  readonly timeoutMs?: number | undefined
  readonly retry?: RetryOptions | undefined
  /** Hears of every attempt, pause and change of session; what it throws is ignored. */
  readonly logger?: ((event: ClientEvent) => void) | undefined
}

/** The email and password of a customer account. */
export interface Credentials {
  readonly email: string
  readonly password: string
}

/** What a client of the partner API takes. */
export interface PartnerClientOptions extends ConnectionOptions {
  /** The ID of your partner application, sent as `x-cc-app`. */
  readonly appId: string
  /** Logs in whenever a session is opened. Otherwise call `login()`. */
  readonly credentials?: Credentials | undefined
  /** Whether what `login()` was called with is kept in memory, for when the session is lost. `true` unless given. */
  readonly rememberLogin?: boolean | undefined
  /** Keeps the session token; memory unless given. */
  readonly tokenStore?: TokenStore | undefined
  /**
   * Name and version of your program, sent as `User-Agent`. Unless given, a client outside of browsers names itself, and
   * in browsers the browser does.
   */
  readonly userAgent?: string | undefined
}
