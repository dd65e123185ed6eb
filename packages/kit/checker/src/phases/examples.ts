import { NO_CLAIMS } from './claims.ts'
import type { ScenarioDraft } from '../core/case.ts'
import { type Finding, keyOf } from '../core/check.ts'
import type { CaseTarget } from '../core/exchange.ts'
import { isJsonType } from '@contract-kit/openapi/wire'
import { type Direction, evaluate, type SchemaNode } from '@contract-kit/json-schema/schemas'
import type { ApiOperation, NamedExample } from '@contract-kit/openapi'
import { withBody, withParameter } from './values.ts'
import { DraftSender, namesItems, type WorkContext, type WorkItem } from './work-item.ts'

const phase = 'examples'

/** Judges all documented examples by their schemas, and sends the request examples. */
export const planExamples = (operations: readonly ApiOperation[]): readonly WorkItem[] =>
  operations.map((operation) => ({
    phase,
    operation,
    subject: operation.id,
    needsReset: false,
    ...NO_CLAIMS,
    run: (context) => sendExamples(context, operation),
  }))

const sendExamples = async (context: WorkContext, operation: ApiOperation): Promise<void> => {
  context.parts.recorder.record(exampleConformance, exampleFaults(operation))
  const request = await context.working.find(phase, operation)
  if (request === undefined) return context.skip(operation.id, 'its schemas allow no request')
  const sender = new DraftSender(context, phase, operation, request.values)
  for (const draft of exampleDrafts(operation)) {
    await sender.send(draft)
    // The items that a body names in its example need not exist. The second request names existing ones.
    if (draft.target.location === 'body' && namesItems(context, operation))
      await sender.send({ ...draft, target: { ...draft.target, location: 'operation' } })
  }
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

/** Judges documented examples without a server. */
export const exampleConformance = {
  id: 'example-conformance',
  title: 'Example does not match its own schema',
  severity: 'medium',
} as const

/** Documented examples of an operation that violate their own schema. */
export const exampleFaults = (operation: ApiOperation): readonly Finding[] => [
  ...operation.parameters.flatMap(({ examples, schema, name }) =>
    judge(operation, examples, schema, 'request', `parameter ${name}`),
  ),
  ...(operation.body?.media ?? []).flatMap(({ examples, schema, contentType }) =>
    judge(operation, examples, isJsonType(contentType) ? schema : undefined, 'request', 'the request body'),
  ),
  ...[...operation.responses.values()].flatMap(({ media, headers, status }) => [
    ...media.flatMap(({ examples, schema, contentType }) =>
      judge(
        operation,
        examples,
        isJsonType(contentType) ? schema : undefined,
        'response',
        `the ${status} response`,
      ),
    ),
    ...headers.flatMap(({ examples, schema, name }) =>
      judge(operation, examples, schema, 'response', `header ${name} of the ${status} response`),
    ),
  ]),
]

const judge = (
  operation: ApiOperation,
  examples: readonly NamedExample[],
  schema: SchemaNode | undefined,
  direction: Direction,
  subject: string,
): Finding[] =>
  schema === undefined
    ? []
    : examples.flatMap(({ name, value, pointer }) => {
        const [failure] = evaluate(schema, value, { direction })
        if (failure === undefined) return []
        const place = failure.instancePointer === '' ? 'it' : failure.instancePointer
        const message = `The example${name === '' ? '' : ` ${name}`} of ${subject} of ${operation.id} does not match its own schema: ${place} ${failure.message}.`
        const { id } = exampleConformance
        return [
          {
            check: id,
            operationId: operation.id,
            pointer,
            message,
            key: keyOf(id, operation.id, pointer, failure.schemaPointer),
          },
        ]
      })
