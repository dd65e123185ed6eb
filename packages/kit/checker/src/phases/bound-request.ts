import type { RequestValues } from '@contract-kit/openapi/wire'
import type { InputBinding } from '@contract-kit/resources'
import type { PooledValue } from '../session/value-pool.ts'
import { placeValue } from './values.ts'

/** A place of a request, and the value that a response gave for it. */
export interface Bound {
  readonly binding: InputBinding
  readonly entry: PooledValue
}

/** A request with known values in their places, and their origins. */
export interface BoundRequest {
  readonly values: RequestValues
  /** By place: `path.petId` to `createPet $response.body#/id`. */
  readonly boundTo: Readonly<Record<string, string>>
}

/** Whether the value stands in the path. */
export const isPath = ({ location }: InputBinding): boolean => location === 'path'

/** Those of the path alone. */
export const pathOnly = (bound: readonly Bound[]): readonly Bound[] =>
  bound.filter(({ binding }) => isPath(binding))

/** Puts each value in its place; a body without the place is left as it is. */
export const applyBound = (values: RequestValues, bound: readonly Bound[]): BoundRequest => {
  let result = values
  const boundTo: Record<string, string> = {}
  for (const { binding, entry } of bound) {
    const placed = placeValue(result, binding, entry.value)
    if (placed === undefined) continue
    result = placed
    boundTo[`${binding.location}.${binding.name}`] =
      `${entry.producer.operationId} ${entry.producer.expression}`
  }
  return { values: result, boundTo }
}
