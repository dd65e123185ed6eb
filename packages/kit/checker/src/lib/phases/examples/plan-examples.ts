import type { ApiOperation, NamedExample } from '../../document/api-document.ts'
import type { CaseTarget } from '../../run/exchange.ts'
import type { ScenarioDraft } from '../case-draft.ts'
import { DraftSender } from '../draft-sender.ts'
import type { WorkContext, WorkItem } from '../work-item.ts'
import { withBody, withParameter } from '../with-value.ts'
import { exampleConformance, exampleFaults } from './example-faults.ts'

const phase = 'examples'

/** Every documented example: those of requests are sent, all are judged by their own schema. */
export const planExamples = (operations: readonly ApiOperation[]): readonly WorkItem[] =>
  operations.map((operation) => ({
    phase,
    operation,
    subject: operation.id,
    needsReset: false,
    run: (context) => sendExamples(context, operation),
  }))

const sendExamples = async (context: WorkContext, operation: ApiOperation): Promise<void> => {
  context.session.parts.recorder.record(exampleConformance, exampleFaults(operation))
  const request = await context.working.find(phase, operation)
  if (request === undefined) return context.skip(operation.id, 'its schemas allow no request')
  const sender = new DraftSender(context, phase, operation, request.values)
  for (const draft of exampleDrafts(operation)) await sender.send(draft)
}

const exampleDrafts = (operation: ApiOperation): readonly ScenarioDraft[] => [
  ...operation.parameters.flatMap(({ examples, in: location, name }) =>
    examples.map((example) =>
      draftOf(example, location, name, (working) => withParameter(working, location, name, example.value)),
    ),
  ),
  ...(operation.body?.media ?? []).flatMap(({ examples, contentType }) =>
    examples.map((example) =>
      draftOf(example, 'body', '', (working) => withBody(working, contentType, example.value)),
    ),
  ),
]

const draftOf = (
  { pointer, documentUri }: NamedExample,
  location: CaseTarget['location'],
  name: string,
  apply: ScenarioDraft['apply'],
): ScenarioDraft => ({
  scenario: 'example_value',
  mode: 'positive',
  target: { location, name, keyword: 'example', pointer, documentUri },
  apply,
})
