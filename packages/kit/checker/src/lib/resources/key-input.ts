import type { ApiOperation } from '../document/api-document.ts'
import { operationInputs } from './operation-inputs.ts'
import { ID_WORDS, parseReferenceName } from './reference-name.ts'
import type { InputPlace } from './resource-graph.ts'

/**
 * Where an operation without the id in its path takes the id of the thing it is about: a query parameter or a property of the body
 * called `id`, or after the thing. Unless told otherwise, a reader takes it only where it is required: an optional one filters a list.
 */
export const findKeyInput = (
  operation: ApiOperation,
  entity: string,
  mayBeOptional = operation.method !== 'GET',
): InputPlace | undefined => {
  const found = operationInputs(operation).find(({ location, name, field, isRequired }) => {
    if (location !== 'query' && !(location === 'body' && name === `/${field}`)) return false
    if (!mayBeOptional && !isRequired) return false
    const { entities, suffix, isMany } = parseReferenceName(field)
    return ID_WORDS.includes(suffix) && !isMany && (entities.length === 0 || entities[0] === entity)
  })
  return found && { location: found.location, name: found.name }
}
