import type { Criterion, JourneyFile, Step } from './load-journeys.ts'

/** A request that a journey sends if nothing fails. */
export interface PlannedStep {
  /** The file, workflow and steps that lead to it: `first-purchase firstPurchase startAfresh reset`. */
  readonly place: string
  /** The id of the operation, without the name of its document. */
  readonly operationId: string
  readonly criteria: readonly Criterion[]
}

/** Returns every request of the journeys in the order of sending, including those of workflows that replace a step. */
export function listSteps(files: readonly JourneyFile[]): readonly PlannedStep[] {
  return files.flatMap((file) =>
    file.journey.workflows.flatMap(({ workflowId, steps }) =>
      stepsOf(files, file, steps, `${file.name} ${workflowId}`),
    ),
  )
}

function stepsOf(
  files: readonly JourneyFile[],
  file: JourneyFile,
  steps: readonly Step[],
  prefix: string,
): readonly PlannedStep[] {
  return steps.flatMap(({ stepId, operationId, workflowId, successCriteria = [] }) => {
    const place = `${prefix} ${stepId}`
    if (workflowId !== undefined) {
      const target = findWorkflow(files, file, workflowId)
      return stepsOf(files, target.file, target.steps, place)
    }
    return [{ place, operationId: operationId?.split('.').at(-1) ?? '', criteria: successCriteria }]
  })
}

function findWorkflow(files: readonly JourneyFile[], from: JourneyFile, reference: string) {
  const [, source] = /^\$sourceDescriptions\.(\w+)\.workflows\./.exec(reference) ?? []
  const file = source === undefined ? from : files.find(({ name }) => name === source)
  const id = reference.split('.').at(-1)
  const workflow = file?.journey.workflows.find(({ workflowId }) => workflowId === id)
  if (file === undefined || workflow === undefined) throw new Error(`${from.name} knows no ${reference}`)
  return { file, steps: workflow.steps }
}
