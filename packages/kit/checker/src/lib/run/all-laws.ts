import type { Check } from '../checks/check.ts'
import { exampleConformance } from '../phases/examples/example-faults.ts'
import { runLaws } from './run-checks.ts'
import { silenceLaws } from './silence-laws.ts'

/** What else findings come from: laws that are judged without an answer, by the document or the run as a whole. */
export const allLaws: readonly Pick<Check, 'id' | 'title' | 'severity'>[] = [
  ...Object.values(silenceLaws),
  exampleConformance,
  ...Object.values(runLaws),
]
