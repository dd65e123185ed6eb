import type { Json } from '../scripts/publish.ts'

/** A bundled document that still says, in `x-request`, how each example is reached. */
export interface ApiDocument {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>
}

/** A path with its operations by method, beside its shared parameters. */
export interface PathItem {
  readonly parameters?: readonly ParameterObject[]
  readonly [method: string]: unknown
}

/** The parts of an operation that a sample is made of. */
export interface OperationObject {
  readonly operationId: string
  /** `none`: no token is sent. `sandbox`: a control, without partner headers. */
  readonly 'x-access': 'none' | 'session' | 'customer' | 'sandbox'
  readonly parameters?: readonly ParameterObject[]
  readonly requestBody?: BodyObject
  readonly responses: Readonly<Record<string, BodyObject>>
}

/** A parameter, or a reference to one. */
export interface ParameterObject {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: SchemaObject
  readonly example?: string | number
}

/** A request body or an answer, or a reference to one. */
export interface BodyObject {
  readonly $ref?: string
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly required?: boolean }>>
  readonly content?: Readonly<
    Record<
      string,
      { readonly schema?: SchemaObject; readonly examples?: Readonly<Record<string, ExampleObject>> }
    >
  >
}

/** A schema, as far as a sample looks into it. */
export interface SchemaObject {
  readonly $ref?: string
  readonly const?: Json
  readonly enum?: readonly Json[]
  readonly oneOf?: readonly SchemaObject[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, SchemaObject>>
}

/** An example; that of an answer names the request that it answers. */
export interface ExampleObject {
  readonly value: Json
  readonly 'x-request'?: {
    readonly request: string | null
    readonly path?: Readonly<Record<string, string | number>>
    readonly query?: Readonly<Record<string, string | number>>
  }
}

/** The object itself where it is a reference into `components`, else the object given. */
export function dereference<T extends { readonly $ref?: string }>(document: ApiDocument, object: T): T {
  if (object.$ref === undefined) return object
  const [, , kind = '', name = ''] = object.$ref.split('/')
  const found = document.components[kind]?.[name]
  if (found === undefined) throw new Error(`${object.$ref} leads nowhere`)
  // A reference in the place of a T leads to a T: the linter has seen to that.
  return dereference(document, found as T)
}
