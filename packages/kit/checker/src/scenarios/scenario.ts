import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import type { ResourceGraph } from '@contract-kit/resources'
import type { OtherIdentity } from '../core/exchange.ts'
import type { ScenarioPort } from './port.ts'
import { ScenarioStop, Walk } from './walk.ts'

/** What scenarios are planned for. */
export interface PlannedApi {
  readonly document: ApiDocument
  readonly graph: ResourceGraph
  /** Another identity that owns what it creates; undefined if the run has none. */
  readonly stranger?: OtherIdentity | undefined
}

/** A sequence of requests in which later ones depend on the responses to earlier ones. Needs a server in its first state. */
export interface Scenario {
  /** Depends on the document alone: `life-cycle createPet`. */
  readonly id: string
  /** The operation it is filed under. */
  readonly operation: ApiOperation
  /** Operations on other resources that it also covers. */
  readonly touches?: readonly ApiOperation[]
  /** Whether it may use the things of any operation. */
  readonly wanders?: boolean
  /** Lists that it reads page by page although other scenarios may add to them. */
  readonly pages?: readonly ApiOperation[]
  /** Operations by which it deletes items that may be in the lists of other scenarios. */
  readonly removes?: readonly ApiOperation[]
  /**
   * Whether it looks at lists, in which items of other scenarios show up, or deletes items that others would miss on their pages. Others
   * must not use its resource in the meantime.
   */
  readonly watches?: boolean
  /** The claim that it verifies, for the report: `a created pet can be read, changed and deleted`. */
  readonly title: string
  /** Each call has its own history. The same seed and the same responses give the same requests. */
  readonly run: (port: ScenarioPort) => Promise<void>
}

/** A scenario of some steps; if they stop for a reason, the reason is reported under the operation that gave it. */
export const defineScenario = (
  id: string,
  operation: ApiOperation,
  title: string,
  steps: (walk: Walk) => Promise<void>,
): Scenario => ({
  id,
  operation,
  title,
  run: async (port) => {
    try {
      await steps(new Walk(port, id))
    } catch (error) {
      if (!(error instanceof ScenarioStop)) throw error
      if (error.reason !== undefined) port.skip(operation, reasonOf(error, operation, title))
    }
  },
})

const reasonOf = ({ operation, reason = '' }: ScenarioStop, filed: ApiOperation, title: string): string =>
  `${title}: not tried${operation === filed ? '' : ` because of ${operation.id}`}, ${reason}`
