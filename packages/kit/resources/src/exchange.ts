import type { Json } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import type { RequestValues, WireRequest } from '@contract-kit/openapi/wire'

/** The parts of a response that resources are read from. */
export interface Answer {
  readonly status: number
  /** The first value of a header, name in lower case. */
  readonly header: (name: string) => string | undefined
  /** The parsed body of a JSON media type; undefined if there is none or it does not parse. */
  readonly json: Json | undefined
}

/** A request and its response. */
export interface Exchange {
  readonly case: {
    /** undefined for an undeclared method or path. */
    readonly operation: ApiOperation | undefined
    /** undefined if the request was not made from values. */
    readonly values: RequestValues | undefined
    readonly request: WireRequest
  }
  readonly response: Answer
}
