import type { ClientOptions } from '@contract-kit/client'
import type { TokenStore } from './token.ts'

/** The email and password of a customer account. */
export interface Credentials {
  readonly email: string
  readonly password: string
}

/** The options of a client of the partner API. */
export interface PartnerClientOptions extends Omit<ClientOptions, 'readError' | 'sequential' | 'session'> {
  /** The ID of your partner application, sent as `x-cc-app`. */
  readonly appId: string
  /** Logs in whenever a session is opened. Otherwise call `login()`. */
  readonly credentials?: Credentials | undefined
  /** Whether to keep the input of `login()` in memory and log in again when the session is lost. Default: `true`. */
  readonly rememberLogin?: boolean | undefined
  /** Stores the session token. Default: memory. */
  readonly tokenStore?: TokenStore | undefined
  /**
   * Name and version of your program, sent as `User-Agent`. Default: the client's own name and version; in browsers, the
   * browser's.
   */
  readonly userAgent?: string | undefined
}
