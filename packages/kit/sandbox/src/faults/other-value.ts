import { equalJson, type Json } from '@contract-kit/json-schema/json'
import { isValid, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { boundaryValues } from '@contract-kit/json-schema/values'

/** A different valid value for a request; undefined if there is none. */
export function otherValue(node: SchemaNode, held: Json): Json | undefined {
  const values =
    typeof held === 'boolean'
      ? [!held]
      : boundaryValues(node, { direction: 'request' }).map(({ value }) => value)
  return values.find((value) => value !== null && !equalJson(value, held) && isValid(node, value))
}
