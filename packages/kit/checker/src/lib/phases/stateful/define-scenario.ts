import type { ApiOperation } from '../../document/api-document.ts'
import { ScenarioStop } from './scenario-stop.ts'
import type { Scenario } from './scenario.ts'
import { Walk } from './walk.ts'

/** A scenario of some steps; where they stop for a reason, the reason is reported under the operation that gave it. */
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
