import type { ApiOperation } from '../../document/api-document.ts'

/** Ends a scenario before its last step. With a reason it is reported, as what could not be tried; without one the answers speak for themselves. */
export class ScenarioStop extends Error {
  override readonly name = 'ScenarioStop'
  readonly operation: ApiOperation
  readonly reason: string | undefined

  constructor(operation: ApiOperation, reason?: string) {
    super(reason ?? 'The scenario has ended.')
    this.operation = operation
    this.reason = reason
  }
}
