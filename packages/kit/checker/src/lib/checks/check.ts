import type { ApiOperation } from '../document/api-document.ts'
import type { Exchange } from '../run/exchange.ts'

export type Severity = 'critical' | 'high' | 'medium' | 'low'

/** A fault, as a check tells it. */
export interface Finding {
  /** Id of the check. */
  readonly check: string
  /** The operation to blame; null for an undeclared method or path. */
  readonly operationId: string | null
  /** JSON Pointer into the document, to the statement that is broken. */
  readonly pointer: string
  /** The cause in one sentence, without generated values. */
  readonly message: string
  /** Identity of the fault: of check, operation and place in the document alone. */
  readonly key: string
}

/** One law about an exchange. Pure: returns what it found, never throws, remembers nothing. */
export interface Check {
  /** File name and anchor in the docs. */
  readonly id: string
  readonly title: string
  readonly severity: Severity
  /** undefined stands for an undeclared method or path. */
  readonly appliesTo: (operation: ApiOperation | undefined) => boolean
  readonly verify: (exchange: Exchange) => readonly Finding[]
}
