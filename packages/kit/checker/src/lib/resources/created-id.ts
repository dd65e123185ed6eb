import type { Json } from '../schema/json.ts'
import { evaluateExpressions, type ExpressionSource } from './evaluate-expressions.ts'
import { findIds } from './find-id.ts'
import { idQueryOf } from './finish-resources.ts'
import type { Resource } from './resource-graph.ts'
import { sketchValue } from './sketch-value.ts'

/** An id with the expression that gave it. */
export interface FoundId {
  readonly value: string | number
  readonly expression: string
}

/** The id of what an exchange of `resource.create` made: where the document says it is, else where it looks like one in the answer. */
export const findCreatedId = (resource: Resource, exchange: ExpressionSource): FoundId | undefined => {
  const { json } = exchange.answer
  const seen =
    json === undefined
      ? []
      : findIds(sketchValue(json), idQueryOf(resource)).map((pointer) => `$response.body#${pointer}`)
  for (const expression of new Set([...resource.createdId, ...seen])) {
    const value = evaluateExpressions(expression, exchange).find(isId)
    if (value !== undefined) return { value, expression }
  }
  return undefined
}

/** Whether a value may be an id: a number or a text that is not empty. */
export const isId = (value: Json): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')
