/** The parts of a bundled OpenAPI document that the generator reads. */
export interface ContractDocument {
  readonly info: { readonly description: string }
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly parameters?: Readonly<Record<string, ParameterObject>>
    readonly responses?: Readonly<Record<string, ResponseObject>>
    readonly headers?: Readonly<Record<string, HeaderObject>>
    readonly schemas: Readonly<Record<string, SchemaObject>>
  }
}

/** Operations by method, beside the parameters that they share. */
export type PathItem = Readonly<Partial<Record<Method, OperationObject>>> & {
  readonly parameters?: readonly (ParameterObject | Reference)[]
}

/** The methods an operation of these documents may have. */
export const methods = ['get', 'put', 'post', 'delete'] as const
export type Method = (typeof methods)[number]

export interface Reference {
  readonly $ref: string
}

export interface OperationObject {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly (ParameterObject | Reference)[]
  readonly requestBody?: { readonly content: JsonContent }
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
  readonly 'x-source'?: string
  readonly 'x-idempotency'?: Idempotency
}

/** Whether a request may be repeated that may have been carried out: `key` is with its `Idempotency-Key` alone. */
export type Idempotency = 'always' | 'key' | 'never'

export interface ParameterObject {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: SchemaObject | Reference
  readonly style?: string
  readonly explode?: boolean
}

export interface ResponseObject {
  readonly headers?: Readonly<Record<string, HeaderObject | Reference>>
  readonly content?: JsonContent
}

export interface HeaderObject {
  readonly description: string
  readonly required?: boolean
  readonly schema: SchemaObject | Reference
  readonly example?: unknown
}

export interface SchemaObject {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly oneOf?: readonly (SchemaObject | Reference)[]
  readonly properties?: Readonly<Record<string, SchemaObject | Reference>>
}

interface JsonContent {
  readonly 'application/json': {
    readonly schema: SchemaObject | Reference
    readonly examples?: Readonly<Record<string, unknown>>
  }
}

/** What a reference of the bundle leads to; the thing itself where it is none. */
export function resolve<Thing extends object>(document: ContractDocument, thing: Thing | Reference): Thing {
  if (!('$ref' in thing)) return thing
  let found: unknown = document
  for (const key of thing.$ref.slice(2).split('/')) {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~')
    found = (found as Readonly<Record<string, unknown>> | undefined)?.[name]
  }
  if (found === undefined) throw new Error(`${thing.$ref} leads nowhere`)
  // The bundler has shown that a reference leads to a thing of its kind.
  return found as Thing
}
