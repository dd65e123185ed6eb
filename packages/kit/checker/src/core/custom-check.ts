import type { Json } from '@contract-kit/json-schema/json'
import type { Severity } from './check.ts'
import type { PhaseName } from './exchange.ts'

/** A rule that a team adds, judged on every exchange. */
export interface CustomCheck {
  /** Names the check in options, policies and reports: `price-in-cents`. */
  readonly id: string
  /** The fault in a few words; the title of the findings. */
  readonly title: string
  /** Default `medium`. */
  readonly severity?: Severity
  /**
   * Returns the cause in one sentence, without generated values, or nothing. Each operation has one finding of a check. Must not change
   * anything.
   */
  readonly run: (exchange: CheckedExchange) => string | undefined | void
}

/** A request that was sent and its response, as a custom check reads them. */
export interface CheckedExchange {
  /** null for an undeclared method or path. */
  readonly operationId: string | null
  readonly method: string
  /** Path template of the document. */
  readonly path: string
  readonly phase: PhaseName
  /** The purpose of the request: `minimum_value`, `missing_parameter`, `read-after-delete`, … */
  readonly scenario: string
  /** The verdict of the document on the request: `unclear` if servers may read it either way. */
  readonly validity: 'valid' | 'invalid' | 'unclear'
  readonly request: {
    /** Path and query as sent. */
    readonly target: string
    /** Names in lower case; without the credentials that a run adds. */
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | Uint8Array | undefined
  }
  readonly response: {
    readonly status: number
    /** Names in lower case; several values of one name are joined by a comma. */
    readonly headers: Readonly<Record<string, string>>
    /** The body as UTF-8 text. */
    readonly text: string
    /** The parsed body of a JSON media type; undefined if there is none. */
    readonly json: Json | undefined
    readonly elapsedMs: number
  }
  /** Earlier exchanges of the same sequence, oldest first. */
  readonly history: readonly CheckedExchange[]
}

/** Types a custom check; returns it as it is. */
export const defineCheck = (check: CustomCheck): CustomCheck => check
