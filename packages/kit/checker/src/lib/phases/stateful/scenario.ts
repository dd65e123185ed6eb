import type { ApiOperation } from '../../document/api-document.ts'
import type { ScenarioPort } from './scenario-port.ts'

/** A sequence of requests in which later ones depend on the answers to earlier ones. Needs a server in its first state. */
export interface Scenario {
  /** Depends on the document alone: `life-cycle createPet`. */
  readonly id: string
  /** The operation it is filed under. */
  readonly operation: ApiOperation
  /** What it shows, for the report: `a created pet can be read, changed and deleted`. */
  readonly title: string
  /** Each call has its own history; the same seed and the same answers give the same requests. */
  readonly run: (port: ScenarioPort) => Promise<void>
}
