import { toObject } from '../json-object.ts'

const bodyPointer = '$response.body#'

/**
 * The values a runtime expression finds in an answer's body (OpenAPI 3.1, Runtime Expressions). Where it names the
 * first item of an array, the other items' values follow. Expressions that look elsewhere find nothing.
 */
export function readExpression(expression: unknown, body: unknown): readonly unknown[] {
  if (typeof expression !== 'string' || !expression.startsWith(bodyPointer)) return []
  const keys = expression.slice(bodyPointer.length).split('/').slice(1)
  return keys
    .reduce<readonly unknown[]>((nodes, key) => nodes.flatMap((node) => step(node, key)), [body])
    .filter((value) => value !== undefined && value !== null)
}

function step(node: unknown, key: string): readonly unknown[] {
  if (!Array.isArray(node)) return [toObject(node)[key.replaceAll('~1', '/').replaceAll('~0', '~')]]
  return key === '0' ? node : [node[Number(key)]]
}

/** True for text that a runtime expression may be: anything else in a link is meant literally. */
export const isExpression = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('$')
