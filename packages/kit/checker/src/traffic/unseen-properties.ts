import type { Json } from '@contract-kit/json-schema/json'
import {
  describeProperty,
  describingSchemas,
  findFlag,
  namesBelow,
  schemasForItem,
  type SchemaNode,
} from '@contract-kit/json-schema/schemas'
import type { UnseenProperties } from '../core/check-result.ts'
import type { Exchange } from '../core/exchange.ts'

/** Remembers which documented properties responses had: by operation and status, and by place such as `items[].price`. */
export class PropertyTracker {
  readonly #seen = new Map<string, Map<string, boolean>>()

  /** Records the properties of a JSON response. */
  see({ case: { operation }, response: { json, status }, media }: Exchange): void {
    if (operation === undefined || media?.schema === undefined || json === undefined) return
    const key = `${operation.id} ${status}`
    const places = this.#seen.get(key) ?? new Map<string, boolean>()
    this.#seen.set(key, places)
    visit([media.schema], json, '', places)
  }

  /** Properties of objects that came, which no response had. */
  report(): readonly UnseenProperties[] {
    return [...this.#seen].flatMap(([key, places]) => {
      const names = [...places].flatMap(([place, wasSeen]) => (wasSeen ? [] : [place]))
      const space = key.lastIndexOf(' ')
      return names.length === 0
        ? []
        : [{ operationId: key.slice(0, space), status: Number(key.slice(space + 1)), names }]
    })
  }
}

const visit = (
  schemas: readonly SchemaNode[],
  value: Json,
  place: string,
  places: Map<string, boolean>,
): void => {
  if (typeof value !== 'object' || value === null) return
  const nodes = describingSchemas(schemas, value)
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      const below = nodes.flatMap((node) => schemasForItem(node, index))
      visit(below, item, `${place}[]`, places)
    })
    return
  }
  const placeOf = (name: string): string => (place === '' ? name : `${place}.${name}`)
  for (const name of nodes.flatMap(namesOf)) {
    const at = placeOf(name)
    places.set(at, (places.get(at) ?? false) || Object.hasOwn(value, name))
  }
  for (const [name, below] of Object.entries(value)) {
    const { schemas: described, isNamed } = describeProperty(nodes, name)
    // The names of a map are data, so all its entries are one place.
    visit(described, below, placeOf(isNamed ? name : '*'), places)
  }
}

/** The properties that a schema names and a response may have. */
const namesOf = (node: SchemaNode): readonly string[] =>
  namesBelow(node.schema, 'properties').filter(
    (name) => findFlag(node.set.child(node, 'properties', name), 'writeOnly') === undefined,
  )
