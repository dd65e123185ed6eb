import { openapiDocument } from '@giftcards/contract'

interface SchemaObject {
  readonly $ref?: string
  readonly type?: string
  readonly pattern?: string
  readonly oneOf?: readonly SchemaObject[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, SchemaObject>>
}

/** Returns a schema of the contract by its name. */
export function schemaOf(name: string): SchemaObject {
  const schema = openapiDocument.components?.['schemas']?.[name] as SchemaObject | undefined
  if (schema === undefined) throw new Error(`The contract has no schema ${name}`)
  return schema
}

/** Returns the fields of a schema with their JSON types, `a|b` for a choice. The name of an optional field ends in `?`. */
export function shapeOf(name: string): Readonly<Record<string, string>> {
  const { properties = {}, required = [] } = schemaOf(name)
  return Object.fromEntries(
    Object.entries(properties).map(([field, schema]) => [
      required.includes(field) ? field : `${field}?`,
      typeOf(schema),
    ]),
  )
}

function typeOf(schema: SchemaObject): string {
  if (schema.$ref !== undefined) return typeOf(schemaOf(schema.$ref.split('/').at(-1) ?? ''))
  if (schema.oneOf !== undefined) return [...new Set(schema.oneOf.map(typeOf))].join('|')
  return schema.type ?? 'none'
}

/** Returns the fields of a JSON object with their JSON types. Integers are of type `number` too. */
export function typesIn(value: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, jsonType(part)]))
}

function jsonType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
