/** A JSON Schema of an OpenAPI 3.0 or 3.1 document. Booleans are schemas as well. */
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

export interface Reference {
  readonly $ref: string
}

export interface Example {
  readonly value?: unknown
}

export interface MediaType {
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, Example | Reference>>
  readonly encoding?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export type Content = Readonly<Record<string, MediaType>>

export interface HeaderObject {
  readonly required?: boolean
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, Example | Reference>>
}

export interface ParameterObject extends HeaderObject {
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly style?: string
  readonly explode?: boolean
  readonly allowReserved?: boolean
  readonly content?: Content
}

export interface ResponseObject {
  readonly headers?: Readonly<Record<string, HeaderObject | Reference>>
  readonly content?: Content
}

export interface RequestBody {
  readonly required?: boolean
  readonly content?: Content
}

export interface OperationObject {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly parameters?: readonly (ParameterObject | Reference)[]
  readonly requestBody?: RequestBody | Reference
  readonly responses?: Readonly<Record<string, ResponseObject | Reference>>
  readonly callbacks?: Readonly<Record<string, unknown>>
  readonly servers?: readonly unknown[]
  /** Extensions such as `x-idempotency`. */
  readonly [extension: `x-${string}`]: unknown
}

export type PathItem = Readonly<Record<string, unknown>> & {
  readonly servers?: readonly unknown[]
  readonly parameters?: readonly (ParameterObject | Reference)[]
}

/** The parts of a bundled OpenAPI document that the generator reads. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly paths?: Readonly<Record<string, PathItem | Reference>>
  readonly webhooks?: Readonly<Record<string, unknown>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>
    readonly securitySchemes?: Readonly<Record<string, Readonly<Record<string, unknown>> | Reference>>
  }
}

/** A reason why something cannot be generated. The caller adds the name of the operation. */
export class Problem extends Error {}

/** The document cannot be expressed as a client. The message lists every problem, one per line. */
export class GenerateError extends Error {
  override readonly name = 'GenerateError'
  readonly problems: readonly string[]
  /** The first reason of each operation that is the cause, by its title: `GET /pets/{id} (showPet)`. */
  readonly operations: ReadonlyMap<string, string>

  constructor(problems: readonly string[], operations: ReadonlyMap<string, string> = new Map()) {
    super(problems.join('\n'))
    this.problems = problems
    this.operations = operations
  }
}

/** Collects problems, so that one run reports all of them. */
export class Problems {
  readonly list: string[] = []
  readonly #operations = new Map<string, string>()

  /** Runs a step and records its problem under the given title. */
  attempt<Result>(title: string, step: () => Result): Result | undefined {
    return this.#attempt(step, (reason) => void this.list.push(`${title}: ${reason}`))
  }

  /** Runs a step that concerns one operation alone, and records its problem under the title of the operation. */
  attemptOperation<Result>(title: string, step: () => Result): Result | undefined {
    return this.#attempt(step, (reason) => this.addOperation(title, reason))
  }

  /** Records a problem of one operation. */
  addOperation(title: string, reason: string): void {
    this.list.push(`${title}: ${reason}`)
    if (!this.#operations.has(title)) this.#operations.set(title, reason)
  }

  throwIfAny(): void {
    if (this.list.length > 0) throw new GenerateError([...new Set(this.list)], this.#operations)
  }

  #attempt<Result>(step: () => Result, record: (reason: string) => void): Result | undefined {
    try {
      return step()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      record(error.message)
      return undefined
    }
  }
}

/** Checks that the data is an OpenAPI 3.0 or 3.1 document; the parts of it are trusted. */
export function readDocument(data: unknown): OpenApiDocument {
  const version = isRecord(data) ? data['openapi'] : undefined
  if (isRecord(data) && data['swagger'] !== undefined) {
    throw new GenerateError(['The document is Swagger 2; convert it to OpenAPI 3 first.'])
  }
  if (typeof version !== 'string') {
    throw new GenerateError(['The document is not an OpenAPI document: it has no field `openapi`.'])
  }
  if (!/^3\.[01](\.|$)/.test(version)) {
    throw new GenerateError([`The document is of OpenAPI ${version}; the generator reads 3.0 and 3.1.`])
  }
  return data as OpenApiDocument
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The target of a reference, or the thing itself. */
export function resolve<Thing extends object>(document: OpenApiDocument, thing: Thing | Reference): Thing {
  let current: unknown = thing
  const seen = new Set<string>()
  while (isRecord(current) && typeof current['$ref'] === 'string') {
    const pointer = current['$ref']
    if (seen.has(pointer)) throw new Problem(`the reference ${pointer} leads back to itself`)
    seen.add(pointer)
    current = findTarget(document, pointer)
  }
  // The reference of a valid document leads to a thing of its kind.
  return current as Thing
}

/** Follows one JSON pointer inside the document. */
export function findTarget(document: OpenApiDocument, pointer: string): unknown {
  if (!pointer.startsWith('#/')) {
    throw new Problem(`the reference ${pointer} leaves the document; bundle the document first`)
  }
  let found: unknown = document
  for (const segment of pointerSegments(pointer)) {
    found = typeof found === 'object' && found !== null ? Reflect.get(found, segment) : undefined
  }
  if (found === undefined) throw new Problem(`the reference ${pointer} leads nowhere`)
  return found
}

export function pointerSegments(pointer: string): readonly string[] {
  return pointer
    .slice(2)
    .split('/')
    .map((segment) => decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The examples of a parameter, header or body in document order, by name; a single `example` is called `example`. */
export function listExamples(
  document: OpenApiDocument,
  holder: Pick<MediaType, 'example' | 'examples' | 'schema'>,
): readonly (readonly [name: string, value: unknown])[] {
  const named = Object.entries(holder.examples ?? {}).flatMap(([name, example]) => {
    const { value } = resolve(document, example)
    return value === undefined ? [] : [[name, value] as const]
  })
  if (named.length > 0) return named
  if (holder.example !== undefined) return [['example', holder.example]]
  const schema = typeof holder.schema === 'object' ? resolve(document, holder.schema) : undefined
  const value = schema?.example ?? schema?.examples?.[0]
  return value === undefined ? [] : [['example', value]]
}
