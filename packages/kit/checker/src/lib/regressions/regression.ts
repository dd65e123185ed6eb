import type { AuthMode, CaseTarget, PhaseName } from '../run/exchange.ts'
import type { RequestValues } from '../wire/request-values.ts'

/** A finding kept as a file: the requests that showed it, to be sent again until the fault is gone. */
export interface Regression {
  /** Version of this form. */
  readonly format: 1
  readonly check: string
  readonly operationId: string | null
  readonly pointer: string
  readonly message: string
  readonly key: string
  /** Where lists are walked page by page, how often depends on the answers: the scenario is run again instead of the steps. */
  readonly scenario?: { readonly id: string; readonly seed: number }
  /** Oldest first; the last one shows the fault. Empty for a fault of the document, which needs no request. */
  readonly steps: readonly RegressionStep[]
}

/** One request, without the credentials, which the run adds. */
export interface RegressionStep {
  /** null: an undeclared method or path. */
  readonly operationId: string | null
  /** Path template. */
  readonly path: string
  readonly phase: PhaseName
  readonly scenario: string
  readonly mode: 'positive' | 'negative'
  readonly step?: string
  readonly auth: AuthMode
  readonly target: CaseTarget
  readonly request: SavedRequest
  /** Absent where the request was not made of values. */
  readonly values?: SavedValues
  /** What is not sent as it was then, but taken from this run: ids that the server gives. */
  readonly bindings: readonly SavedBinding[]
  /** Status of then; absent where no answer came. */
  readonly answered?: number
}

export interface SavedRequest {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** UTF-8 text. */
  readonly body?: string
  /** A body that is no text. */
  readonly bodyBase64?: string
}

export type SavedValues = Omit<RequestValues, 'body'> & Partial<Pick<RequestValues, 'body'>>

/** A part of a request and where this run's value for it comes from. */
export interface SavedBinding {
  /** `path.petId`, `query.cursor`, `body./ownerId`, or `target` for the whole path and query. */
  readonly place: string
  /** Index of the step whose answer gives it; absent: anything of the kind that exists in this run. */
  readonly from?: number
  /** Runtime expression; absent where `from` is. */
  readonly expression?: string
}
