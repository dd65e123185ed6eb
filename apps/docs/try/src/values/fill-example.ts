import { isJsonObject } from '../json-object.ts'
import type { Operation } from '../contract/operation.ts'
import type { RememberedValues } from './remembered-values.ts'

/**
 * An example body with the newest identifiers in place of the example's own: a member named like a path parameter takes
 * that parameter's value, where the name means one thing in the whole contract.
 */
export function fillExample(
  example: unknown,
  operations: readonly Operation[],
  remembered: RememberedValues,
): unknown {
  if (!isJsonObject(example)) return example
  const fields = operations.flatMap((operation) => operation.fields.filter(({ place }) => place === 'path'))
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      const identities = new Set(
        fields.filter((field) => field.name === name).map(({ identity }) => identity),
      )
      const [identity] = identities
      const newest = identity === undefined || identities.size > 1 ? undefined : remembered[identity]?.[0]
      return [name, newest !== undefined && typeof value === 'string' ? newest : value]
    }),
  )
}
