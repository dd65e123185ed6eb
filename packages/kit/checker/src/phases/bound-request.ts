import type { RequestValues } from '@contract-kit/openapi/wire'
import type { ApiOperation } from '@contract-kit/openapi'
import type { InputBinding } from '@contract-kit/resources'
import { fitId } from '@contract-kit/resources/exchanges'
import type { PooledValue } from '../session/value-pool.ts'
import { placeValue } from './values.ts'

/** A value from a response, and its place in a request. */
export interface Bound {
  readonly binding: InputBinding
  readonly entry: PooledValue
}

/** A request with known values, and their origins. */
export interface BoundRequest {
  readonly values: RequestValues
  /** By place: `path.petId` to `createPet $response.body#/id`. */
  readonly boundTo: Readonly<Record<string, string>>
}

/** Whether the value is in the path. */
export const isPath = ({ location }: InputBinding): boolean => location === 'path'

/** Only the values in the path. */
export const pathOnly = (bound: readonly Bound[]): readonly Bound[] =>
  bound.filter(({ binding }) => isPath(binding))

/** Sets each value at its place; a body without the place stays unchanged. */
export const applyBound = (
  operation: ApiOperation,
  values: RequestValues,
  bound: readonly Bound[],
): BoundRequest => {
  let result = values
  const boundTo: Record<string, string> = {}
  for (const { binding, entry } of bound) {
    // An id that was read from a URL is a text, also where a body takes a number.
    const value = binding.location === 'body' ? fitId(operation, binding, entry.value) : entry.value
    const placed = placeValue(result, binding, value)
    if (placed === undefined) continue
    result = placed
    boundTo[`${binding.location}.${binding.name}`] =
      `${entry.producer.operationId} ${entry.producer.expression}`
  }
  return { values: result, boundTo }
}
