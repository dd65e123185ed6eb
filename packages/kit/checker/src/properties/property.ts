import type { Resource } from '@contract-kit/resources'
import type { PropertyRule } from '../core/evidence.ts'
import type { PlannedApi, Scenario } from '../scenarios/scenario.ts'

/** A property of a stateful API: the scenarios that test it, and the rules that judge their evidence. */
export interface Property {
  readonly rules: readonly PropertyRule[]
  /** The scenarios for one resource. */
  readonly ofResource?: (resource: Resource, api: PlannedApi) => readonly Scenario[]
  /** The scenarios for the API as a whole. */
  readonly ofDocument?: (api: PlannedApi) => readonly Scenario[]
}
