import type { Json } from '@contract-kit/json-schema/json'
import type { Severity } from './check.ts'
import type { CheckedExchange } from './custom-check.ts'

/** A custom sequence of requests, with a rule about its responses. */
export interface CustomSequence {
  /** Identifies the rule in options, policies and reports: `refund-once`. */
  readonly id: string
  /** The fault in a few words; the title of the finding. */
  readonly title: string
  /** Default `medium`. */
  readonly severity?: Severity
  /** The operation to report. */
  readonly operationId: string
  /**
   * Sends the requests. Returns the cause in one sentence without generated values, or undefined. Ends early if a request gets no response
   * or cannot be built.
   */
  readonly run: (api: SequenceApi) => Promise<string | undefined | void>
}

/** Sends the requests of a sequence. */
export interface SequenceApi {
  /**
   * Sends a valid request to an operation. Generates omitted values, creates required parents and referenced items, and uses ids from
   * earlier responses of the sequence.
   */
  readonly call: (operationId: string, parts?: SequenceParts) => Promise<CheckedExchange['response']>
}

/** The parts of a request that you set. */
export interface SequenceParts {
  readonly path?: Readonly<Record<string, Json>>
  readonly query?: Readonly<Record<string, Json>>
  readonly headers?: Readonly<Record<string, Json>>
  /** The whole body. Default: generated. */
  readonly body?: Json
  /** Whether earlier requests may cause the rejection of this valid request. Default: false. */
  readonly mayBeRejected?: boolean
}

/** Types a sequence. Returns it unchanged. */
export const defineSequence = (sequence: CustomSequence): CustomSequence => sequence
