import type { RequestFault } from './request-fault.ts'

/** What the document says of one part of a request: a parameter, or the body. */
export interface PartsVerdict {
  readonly isValid: boolean
  readonly isInvalid: boolean
  readonly faults: readonly RequestFault[]
}
