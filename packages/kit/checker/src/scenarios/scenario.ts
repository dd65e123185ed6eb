import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import type { ResourceGraph } from '@contract-kit/resources'
import type { OtherIdentity } from '../core/exchange.ts'
import type { ScenarioPort } from './port.ts'
import { ScenarioStop, Walk } from './walk.ts'

/** The API for which scenarios are planned. */
export interface PlannedApi {
  readonly document: ApiDocument
  readonly graph: ResourceGraph
  /** Another identity that owns its items; undefined if there is none. */
  readonly stranger?: OtherIdentity | undefined
}

/** A sequence of requests in which later ones depend on earlier responses. Requires a server in its initial state. */
export interface Scenario {
  /** Depends only on the document: `life-cycle createPet`. */
  readonly id: string
  /** The operation under which it is reported. */
  readonly operation: ApiOperation
  /** Operations on other resources that it also tests. */
  readonly touches?: readonly ApiOperation[]
  /** Whether it may use items of any operation. */
  readonly wanders?: boolean
  /** Lists that it reads page by page while other scenarios may add items. */
  readonly pages?: readonly ApiOperation[]
  /** Operations that delete items while other scenarios may list them. */
  readonly removes?: readonly ApiOperation[]
  /**
   * Whether it requires exclusive use of its resource: it compares lists, in which other scenarios' items would appear, or deletes items
   * that others would miss.
   */
  readonly watches?: boolean
  /** The verified claim, for reports: `a created pet can be read, changed and deleted`. */
  readonly title: string
  /** Each run has its own history. Seed and responses determine the requests. */
  readonly run: (port: ScenarioPort) => Promise<void>
}

/** Defines a scenario. If its steps stop for a reason, it is reported under the operation that caused it. */
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
