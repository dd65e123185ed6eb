import type { ErrorHeaders } from '../../generated/answer-headers.ts'
import type { PartnerErrors } from '../../generated/errors.ts'
import { type ErrorFacts, PartnerClientError } from './partner-client-error.ts'

/** An error code of the contract. */
export type PartnerErrorCode = keyof PartnerErrors

/** What a refusal says. */
export interface RefusalFacts extends ErrorFacts {
  readonly status: number
  readonly code: string | undefined
  readonly messages: readonly string[]
  readonly retryAfterSeconds: number | undefined
  readonly headers: ErrorHeaders
}

/** The service answered with an error (section 7). */
export class PartnerApiError extends PartnerClientError {
  override name = 'PartnerApiError'
  /** HTTP status, from 400. */
  declare readonly status: number
  /**
   * `x-error-code`, for programs. A service may add codes: treat an unknown one like its status. Absent where a browser
   * may not read the header.
   */
  declare readonly code: PartnerErrorCode | (string & {}) | undefined
  /** One text per problem, for people. */
  declare readonly messages: readonly string[]
  /** Seconds after which the service wants to be asked again, where it said so. */
  declare readonly retryAfterSeconds: number | undefined
  /** The headers that the contract declares for errors, by lower-case name, but for a new token: the client keeps it. */
  declare readonly headers: ErrorHeaders

  constructor(facts: RefusalFacts) {
    super(`${facts.status} ${facts.code ?? ''}: ${facts.messages.join('; ')}`, facts)
  }
}
