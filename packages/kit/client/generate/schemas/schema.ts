import { isObject } from '@contract-kit/json-schema/json'

/** A JSON Schema as a document of OpenAPI has it, 3.0 or later. Booleans are schemas as well. */
export type Schema = SchemaObject | boolean

export interface SchemaObject {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly nullable?: boolean
  readonly title?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly default?: unknown
  readonly example?: unknown
  readonly examples?: readonly unknown[]
  readonly format?: string
  readonly contentMediaType?: string
  readonly contentEncoding?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly readOnly?: boolean
  readonly writeOnly?: boolean
  readonly additionalProperties?: Schema
  readonly unevaluatedProperties?: Schema
  readonly maxProperties?: number
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly minItems?: number
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly discriminator?: Discriminator
  readonly 'x-extensible-enum'?: readonly unknown[]
  readonly 'x-variants'?: Variants
}

export interface Discriminator {
  readonly propertyName: string
  readonly mapping?: Readonly<Record<string, string>>
}

/** The variants of an object by the values of one property; each lists the members that it requires. */
export interface Variants {
  readonly property: string
  /** A list narrows a member to an object with these members only. */
  readonly values: Readonly<Record<string, Readonly<Record<string, readonly string[] | true>>>>
}

/** Whether a schema is an object. A schema that was left empty in YAML is null, and none at all. */
export function isSchemaObject(schema: unknown): schema is SchemaObject {
  return isObject(schema)
}
