import type { ApiOperation } from '../document/api-document.ts'
import type { Json } from '../schema/json.ts'
import { operationInputs } from './operation-inputs.ts'
import type { InputPlace } from './resource-graph.ts'

/** An id in the type that an input wants: `"7"` from a URL becomes 7 where an integer is declared, and 7 becomes `"7"` for a text. */
export const fitId = (operation: ApiOperation, { location, name }: InputPlace, value: Json): Json => {
  const types = operationInputs(operation).find(
    (input) => input.location === location && input.name === name,
  )?.types
  if (types === undefined || types.size === 0) return value
  const wantsText = types.has('string')
  const wantsNumber = types.has('integer') || types.has('number')
  if (typeof value === 'string' && !wantsText && wantsNumber && /^-?\d+(?:\.\d+)?$/.test(value))
    return Number(value)
  return typeof value === 'number' && wantsText && !wantsNumber ? String(value) : value
}
