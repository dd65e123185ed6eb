import type { ScenarioValue } from '../arbitraries/boundary-values.ts'
import { evaluate } from '../schema/evaluate.ts'
import type { Failure } from '../schema/failure.ts'
import type { Json } from '../schema/json.ts'
import type { SchemaNode } from '../schema/schema-node.ts'

type Statement = Pick<ScenarioValue, 'pointer' | 'documentUri'>

/** Whether a request body breaks the statement of a scenario and no other; inside `anyOf` and `oneOf`, that of one branch alone. */
export const breaksOnly = (
  schema: SchemaNode,
  value: Json,
  scenario: Statement & Pick<ScenarioValue, 'inner'>,
): boolean => {
  const failures = evaluate(schema, value, { direction: 'request' })
  const { inner } = scenario
  return (
    areAll(failures, scenario) &&
    (inner === undefined || failures.every((failure) => leadsTo(failure, inner)))
  )
}

const areAll = (failures: readonly Failure[], { pointer, documentUri }: Statement): boolean =>
  failures.length > 0 &&
  failures.every((failure) => failure.schemaPointer === pointer && failure.documentUri === documentUri)

/** Some branch breaks this statement and nothing else, at whatever depth. */
const leadsTo = (failure: Failure, inner: Statement): boolean =>
  failure.branches.some(
    (failures) =>
      failures.length > 0 && failures.every((below) => areAll([below], inner) || leadsTo(below, inner)),
  )
