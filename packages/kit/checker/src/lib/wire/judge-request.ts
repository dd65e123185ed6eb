import type { ApiOperation } from '../document/api-document.ts'
import { judgeBody } from './judge-body.ts'
import { judgeParameters } from './judge-parameters.ts'
import type { RequestFault } from './request-fault.ts'
import type { WireRequest } from './wire-request.ts'

export type { RequestFault } from './request-fault.ts'

/** What a request on the wire means, read back by the document's own rules. */
export interface RequestVerdict {
  /** Valid when every text is read as the document's types say, and nothing is coerced: a server that refuses it is wrong. */
  readonly isValid: boolean
  /** Invalid under the strict reading and under every coercion that servers use: a server that accepts it is wrong. */
  readonly isInvalid: boolean
  /** Faults under the strict reading. */
  readonly faults: readonly RequestFault[]
}

/** Judges the serialized request, not the values it was made of: what the server can see is all it can be accused of. */
export const judgeRequest = (operation: ApiOperation, request: WireRequest): RequestVerdict => {
  const parts = [...judgeParameters(operation, request), judgeBody(operation, request)]
  return {
    isValid: parts.every(({ isValid }) => isValid),
    isInvalid: parts.some(({ isInvalid }) => isInvalid),
    faults: parts.flatMap(({ faults }) => faults),
  }
}
