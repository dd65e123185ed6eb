import type { Finding } from '../../checks/check.ts'
import { keyOf } from '../../checks/create-finding.ts'
import type { ApiOperation, NamedExample } from '../../document/api-document.ts'
import { isJsonType } from '../../run/is-json-type.ts'
import { evaluate } from '../../schema/evaluate.ts'
import type { Direction, SchemaNode } from '../../schema/schema-node.ts'

/** The law that documented examples obey; it needs no server. */
export const exampleConformance = {
  id: 'example-conformance',
  title: 'Every documented example keeps its own schema',
  severity: 'medium',
} as const

/** Documented examples of one operation, request and response side, that break their own schema. */
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
        `the ${status} answer`,
      ),
    ),
    ...headers.flatMap(({ examples, schema, name }) =>
      judge(operation, examples, schema, 'response', `header ${name} of the ${status} answer`),
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
        const message = `The example${name === '' ? '' : ` ${name}`} of ${subject} of ${operation.id} breaks its own schema: ${place} ${failure.message}.`
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
