import type { Resource } from '@contract-kit/resources'
import type { PropertyRule } from '../core/evidence.ts'
import type { PlannedApi, Scenario } from '../scenarios/scenario.ts'

/** A property of an API that keeps things: the scenarios that try it, and the rules that judge what they see. */
export interface Property {
  readonly rules: readonly PropertyRule[]
  /** The scenarios that try it on one kind of thing. */
  readonly ofResource?: (resource: Resource, api: PlannedApi) => readonly Scenario[]
  /** The scenarios that try it on the API as a whole. */
  readonly ofDocument?: (api: PlannedApi) => readonly Scenario[]
}
