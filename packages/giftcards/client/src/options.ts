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
  /** Whether the input of `login()` is kept in memory, for when the session is lost. `true` unless given. */
  readonly rememberLogin?: boolean | undefined
  /** Keeps the session token; memory unless given. */
  readonly tokenStore?: TokenStore | undefined
  /**
   * Name and version of your program, sent as `User-Agent`. Unless given, the client names itself, except in browsers,
   * which send their own.
   */
  readonly userAgent?: string | undefined
}
