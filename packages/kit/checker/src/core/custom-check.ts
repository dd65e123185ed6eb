import type { Json } from '@contract-kit/json-schema/json'
import type { Severity } from './check.ts'
import type { PhaseName } from './exchange.ts'

/** A custom rule, applied to every exchange. */
export interface CustomCheck {
  /** Identifies the check in options, policies and reports: `price-in-cents`. */
  readonly id: string
  /** The fault in a few words; the title of the findings. */
  readonly title: string
  /** Default `medium`. */
  readonly severity?: Severity
  /**
   * Returns the cause in one sentence without generated values, or undefined. Each operation has at most one finding per check. Must not
   * modify the exchange.
   */
  readonly run: (exchange: CheckedExchange) => string | undefined | void
}

/** A request and its response, as custom checks see them. */
export interface CheckedExchange {
  /** Null for an undeclared method or path. */
  readonly operationId: string | null
  readonly method: string
  /** Path template of the document. */
  readonly path: string
  readonly phase: PhaseName
  /** The purpose of the request: `minimum_value`, `missing_parameter`, `read-after-delete`, … */
  readonly scenario: string
  /** The validity of the request by the document; `unclear` if servers may interpret it differently. */
  readonly validity: 'valid' | 'invalid' | 'unclear'
  readonly request: {
    /** Path and query as sent. */
    readonly target: string
    /** Lower-case names, without the credentials that the run adds. */
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | Uint8Array | undefined
  }
  readonly response: {
    readonly status: number
    /** Lower-case names; repeated values are joined by a comma. */
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

/** Types a custom check. Returns it unchanged. */
export const defineCheck = (check: CustomCheck): CustomCheck => check
