import type { CheckFigures, FaultFigures } from './figures.ts'

/** A sentence if a fault did not happen as often as planned, or something was lost; none if all is well. */
export function judgeFault(name: string, figures: FaultFigures | undefined): readonly string[] {
  if (figures === undefined) return [`${name} did not run.`]
  const { rounds, wanted, lost, seed } = figures
  if (lost !== 0) return [`${name} lost something: ${lost} faults were found, with seed ${seed}.`]
  return rounds !== wanted ? [`${name} ended after ${rounds} of ${wanted} rounds, with seed ${seed}.`] : []
}

/** A sentence for each thing that keeps a run of the contract checker from being a proof. */
export function judgeCheck(name: string, figures: CheckFigures | undefined): readonly string[] {
  if (figures === undefined) return [`${name} did not run.`]
  const { requests, wanted, answers, operations, findings } = figures
  const sentences: readonly (readonly [boolean, string])[] = [
    [requests < wanted, `${name} ended after ${requests} of ${wanted} requests.`],
    [findings > 0, `${name} has ${findings} findings.`],
    [(answers['5xx'] ?? 0) > 0, `${name} was answered 5xx ${answers['5xx']} times.`],
    [(answers['none'] ?? 0) > 0, `${name} was not answered ${answers['none']} times.`],
    [
      operations.reached < operations.total,
      `${name} reached ${operations.reached} of ${operations.total} operations.`,
    ],
  ]
  return sentences.flatMap(([isWrong, sentence]) => (isWrong ? [sentence] : []))
}
