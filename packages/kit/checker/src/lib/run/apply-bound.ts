import { placeValue } from '../phases/place-value.ts'
import type { InputBinding } from '../resources/resource-graph.ts'
import type { RequestValues } from '../wire/request-values.ts'
import type { PooledValue } from './value-pool.ts'

/** A place of a request, and the value that an answer gave for it. */
export interface Bound {
  readonly binding: InputBinding
  readonly entry: PooledValue
}

/** A request with known values in their places, and where each came from. */
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
