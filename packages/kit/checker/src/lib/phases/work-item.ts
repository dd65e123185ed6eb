import type { ApiDocument, ApiOperation } from '../document/api-document.ts'
import type { ResourceGraph } from '../resources/resource-graph.ts'
import type { PhaseName } from '../run/exchange.ts'
import type { Session } from '../run/session.ts'
import type { WorkingRequests } from '../run/working-requests.ts'

/** What a piece of work is done with. */
export interface WorkContext {
  readonly document: ApiDocument
  readonly graph: ResourceGraph
  readonly session: Session
  readonly working: WorkingRequests
  readonly seed: number
  /** Fuzz cases for each operation. */
  readonly cases: number
  /** Tells that an operation, or a part of it, was not checked. */
  readonly skip: (operationId: string, reason: string) => void
  /** Tells what a scenario could not try; no fault. */
  readonly note: (operationId: string, reason: string) => void
}

/** The share of one operation, or path, in one phase. */
export interface WorkItem {
  readonly phase: PhaseName
  /** The operation it is about; undefined for undeclared methods and paths. */
  readonly operation: ApiOperation | undefined
  /** Operation id, path, or what a scenario shows. */
  readonly subject: string
  /** Whether the server must be in its first state. */
  readonly needsReset: boolean
  readonly run: (context: WorkContext) => Promise<void>
}
