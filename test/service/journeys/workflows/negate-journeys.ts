import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stringify } from 'yaml'
import { type Criterion, type JourneyFile, type Step, journeyFolder } from './load-journeys.ts'

/**
 * Writes a copy of each journey into `folder` in which every criterion is negated and a failed step continues with the next one.
 * Returns the paths of the copies. A criterion that still holds in the copy checks nothing. The workflows that a step runs are
 * the original ones, so that the copies get past them.
 */
export function negateJourneys(files: readonly JourneyFile[], folder: string): readonly string[] {
  return files.map(({ name, journey }) => {
    const path = join(folder, `${name}.arazzo.yaml`)
    const negated = {
      ...journey,
      sourceDescriptions: journey.sourceDescriptions.map((source) => ({
        ...source,
        url: resolve(journeyFolder, source.url),
      })),
      workflows: journey.workflows.map((workflow) => ({
        ...workflow,
        steps: workflow.steps.map((step, index) => negateStep(step, workflow.steps[index + 1])),
      })),
    }
    writeFileSync(path, stringify(negated))
    return path
  })
}

function negateStep(step: Step, next: Step | undefined): Step {
  if (step.successCriteria === undefined) return step
  const successCriteria = step.successCriteria.map(negate)
  if (next === undefined) return { ...step, successCriteria }
  return { ...step, successCriteria, onFailure: [{ name: 'goOn', type: 'goto', stepId: next.stepId }] }
}

function negate(criterion: Criterion): Criterion {
  const condition = turnRound(criterion)
  if (condition === criterion.condition) throw new Error(`No way to turn round ${condition}`)
  return { ...criterion, condition }
}

function turnRound({ condition, type }: Criterion): string {
  if (type === 'regex') return condition.replace(/^\^(.*\$)$/, '^(?!$1)')
  // For a condition on any part of the response, changes the number. A path that begins with `$[?` applies to the whole response.
  if (condition.startsWith('$..')) return condition.replace(/\d+(?=\)\]$)/, (figure) => `1${figure}`)
  if (type === 'jsonpath') return condition.replace(/^\$\[\?(.*)\]$/, '$[?!($1)]')
  return condition.includes(' == ') ? condition.replace(' == ', ' != ') : condition.replace(' != ', ' == ')
}
