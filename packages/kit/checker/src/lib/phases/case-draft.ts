import type { AuthMode, CaseTarget } from '../run/exchange.ts'
import type { RequestValues } from '../wire/request-values.ts'
import type { WireRequest } from '../wire/wire-request.ts'

/** A case before it is put on the wire: values, what is special about them, and what is changed in the request made of them. */
export interface CaseDraft {
  readonly scenario: string
  readonly mode: 'positive' | 'negative'
  readonly target: CaseTarget
  readonly values: RequestValues
  /** Default `given`. */
  readonly auth?: AuthMode
  /** Default: all schemes of the operation. */
  readonly authScheme?: string
  /** Changes the serialized request in a way that values cannot say: another media type, broken syntax. */
  readonly alter?: (request: WireRequest) => WireRequest
}

/** A case that changes one thing about any request that works: `apply` makes its values from those of the working request. */
export interface ScenarioDraft extends Omit<CaseDraft, 'values'> {
  readonly apply: (working: RequestValues) => RequestValues
}
