import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** A condition that a response must meet (Arazzo 1.0.1, Criterion Object). */
export interface Criterion {
  readonly condition: string
  readonly context?: string
  readonly type?: 'regex' | 'jsonpath'
}

/** A request with its criteria, or a workflow that runs in its place (Arazzo 1.0.1, Step Object). */
export interface Step {
  readonly stepId: string
  readonly operationId?: string
  readonly workflowId?: string
  readonly successCriteria?: readonly Criterion[]
  readonly onFailure?: readonly object[]
}

/** The parts of an Arazzo description that the tests read. */
export interface Journey {
  readonly sourceDescriptions: readonly { readonly name: string; readonly url: string }[]
  readonly workflows: readonly { readonly workflowId: string; readonly steps: readonly Step[] }[]
}

/** An Arazzo file of the contract. */
export interface JourneyFile {
  /** The file name without its extension, such as `first-purchase`. */
  readonly name: string
  readonly path: string
  readonly journey: Journey
}

/** The folder with the journeys of the contract. */
export const journeyFolder = join(import.meta.dirname, '../../../../openapi/workflows')

/** Loads every journey of the contract, in the order of their names. */
export function loadJourneys(): readonly JourneyFile[] {
  return readdirSync(journeyFolder)
    .filter((name) => name.endsWith('.arazzo.yaml'))
    .toSorted()
    .map((name) => {
      const path = join(journeyFolder, name)
      const journey: Journey = parse(readFileSync(path, 'utf8'))
      return { name: name.replace('.arazzo.yaml', ''), path, journey }
    })
}
