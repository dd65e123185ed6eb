import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import {
  below,
  fromReference,
  isObject,
  type JsonObject,
  lookUp,
  type OpenApiDocument,
  toReference,
} from './document.ts'
import { variantKeyword } from './variants.ts'

/** One error of a value. It holds names and pointers, never the value. */
export interface SchemaError {
  /** JSON Pointer into the value. */
  readonly at: string
  readonly message: string
  /** JSON Pointer into the document, down to the keyword. */
  readonly schemaPointer: string
}

/** A schema of the document. `validate` compiles on first use and throws the compiler's error if it cannot. */
export interface Schema {
  readonly pointer: string
  /** Every JSON value is valid, so a body need not be parsed. */
  readonly acceptsAll: boolean
  /** The values of `type`, through references and compositions. */
  readonly types: ReadonlySet<string>
  readonly validate: (value: unknown) => readonly SchemaError[]
  /** The errors of `validate` as Ajv makes them. */
  readonly errorsOf: (value: unknown) => readonly ErrorObject[]
}

/** The values that the schemas of a set judge. */
export interface Judged {
  /** A property so marked must not be there: `writeOnly` in responses, `readOnly` in requests. */
  readonly absent: 'readOnly' | 'writeOnly'
  /** Whether every error is collected, not only the first. */
  readonly allErrors: boolean
  /** Whether a value that no member of a `oneOf` or `anyOf` accepts has the errors of one member: of that which it is meant for. */
  readonly byVariant: boolean
}

/** Responses, as they are sent. */
const responses: Judged = { absent: 'writeOnly', allErrors: true, byVariant: false }

const words = (text: string) => new Set(text.split(' '))
const compositions = ['allOf', 'anyOf', 'oneOf']
// The keys of these objects are names that the author chose, not keywords.
const maps = words(
  'properties patternProperties $defs definitions dependentSchemas schemas responses headers content paths pathItems callbacks webhooks parameters requestBodies',
)
// Validation needs none of these. Examples have to go: Ajv would read an `$id` inside them.
const dropped = words(
  'title description default example examples deprecated externalDocs xml discriminator id links $comment $schema contentEncoding contentMediaType contentSchema',
)
// These apply to the same object as their parent, so a property of the parent that must be absent is not required in them.
const inPlace = words('allOf anyOf oneOf if then else not')
const documentId = 'openapi'
const none: ReadonlySet<string> = new Set()
const maxErrors = 20

/**
 * The schemas of one document, compiled by Ajv. Ajv receives one copy of the document and compiles schemas at their places in it. So
 * references, recursion and `$id` work as written, and responses that refer to one schema share its function. The copy expresses
 * OpenAPI 3.0 in JSON Schema 2020-12, the dialect of OpenAPI 3.1, so one compiler serves both versions.
 */
export class SchemaSet {
  readonly #document: OpenApiDocument
  readonly #judged: Judged
  readonly #isVersion30: boolean
  readonly #copy: unknown
  readonly #copies = new Map<object, object>()
  readonly #pointers = new Map<object, string>()
  readonly #schemas = new Map<string, Schema>()
  #compiler: Ajv2020 | undefined

  constructor(document: OpenApiDocument, judged: Judged = responses) {
    this.#document = document
    this.#judged = judged
    this.#isVersion30 = document.openapi.startsWith('3.0')
    this.#copy = this.#rewrite(document, '', '')
  }

  /** The schema at a JSON Pointer; undefined if there is none. */
  at(pointer: string): Schema | undefined {
    const source = lookUp(this.#document, pointer)
    if (source === undefined) return undefined
    // A schema that only refers to another shares its function.
    const target =
      isObject(source) && Object.keys(source).length === 1 ? fromReference(source['$ref']) : undefined
    const place = target !== undefined && lookUp(this.#document, target) !== undefined ? target : pointer
    return this.#schemas.get(place) ?? this.#add(place)
  }

  /** The schema objects that apply to one value: the schema, what it refers to, and the members of its compositions. */
  partsOf(schema: unknown, parts = new Set<JsonObject>()): ReadonlySet<JsonObject> {
    if (!isObject(schema) || parts.has(schema)) return parts
    parts.add(schema)
    const target = fromReference(schema['$ref'])
    if (target !== undefined) this.partsOf(lookUp(this.#document, target), parts)
    for (const keyword of compositions) {
      const members = schema[keyword]
      if (Array.isArray(members)) for (const member of members) this.partsOf(member, parts)
    }
    return parts
  }

  typesOf(schema: unknown): ReadonlySet<string> {
    return new Set([...this.partsOf(schema)].flatMap((part) => (part['type'] ?? []) as string | string[]))
  }

  #add(pointer: string): Schema {
    const copy = lookUp(this.#copy as JsonObject, pointer)
    let validate: ValidateFunction | undefined
    let failure: unknown
    const errorsOf = (value: unknown): readonly ErrorObject[] => {
      if (failure !== undefined) throw failure
      try {
        validate ??= this.#compile(pointer)
      } catch (error) {
        failure = error
        throw error
      }
      return validate(value) || !validate.errors ? [] : validate.errors.slice(0, maxErrors)
    }
    const schema: Schema = {
      pointer,
      acceptsAll: copy === true || (isObject(copy) && Object.keys(copy).length === 0),
      types: this.typesOf(lookUp(this.#document, pointer)),
      errorsOf,
      validate: (value) => errorsOf(value).map((error) => this.#toError(error, pointer)),
    }
    this.#schemas.set(pointer, schema)
    return schema
  }

  #compile(pointer: string): ValidateFunction {
    this.#compiler ??= this.#createCompiler().addSchema(this.#copy as JsonObject, documentId)
    const validate = this.#compiler.getSchema(documentId + toReference(pointer))
    if (!validate) throw new Error(`${pointer} is not a schema`)
    return validate
  }

  #toError(
    { instancePath, keyword, message = 'must be valid', params, parentSchema }: ErrorObject,
    root: string,
  ): SchemaError {
    const origin = parentSchema && this.#pointers.get(parentSchema)
    const extra: unknown = params['additionalProperty'] ?? params['unevaluatedProperty']
    return {
      at: typeof extra === 'string' ? below(instancePath, extra) : instancePath,
      message,
      schemaPointer: origin === undefined ? root : below(origin, keyword),
    }
  }

  /** Copies a value of the document. `hidden` names properties that must be absent, so nothing has to contain them. */
  #rewrite(value: unknown, key: string, pointer: string, hidden: ReadonlySet<string> = none): unknown {
    if (typeof value !== 'object' || value === null || key === 'enum' || key === 'const') return value
    if (Array.isArray(value))
      return value.map((item, index) => this.#rewrite(item, '', below(pointer, index), hidden))
    // A document read from YAML, or dereferenced, may hold one object at several places, or inside itself.
    const ready = this.#copies.get(value)
    if (ready) return ready
    const above = this.#pointers.get(value)
    if (above !== undefined) return { $ref: toReference(above) }
    this.#pointers.set(value, pointer)

    const isMap = maps.has(key)
    const $ref = isMap ? undefined : (value as JsonObject)['$ref']
    if (this.#isVersion30 && typeof $ref === 'string') return { $ref }
    const own = isMap ? none : this.#absentNames(value as JsonObject)
    const names = own.size === 0 ? hidden : new Set([...hidden, ...own])
    const copy: Record<string, unknown> = {}
    for (const [name, child] of Object.entries(value as JsonObject)) {
      if (isMap) copy[name] = this.#rewrite(child, '', below(pointer, name))
      else if (name === 'required' && Array.isArray(child))
        copy[name] = child.filter((each) => !names.has(String(each)))
      else if (!this.#isDropped(name))
        copy[name] = this.#rewrite(child, name, below(pointer, name), inPlace.has(name) ? names : undefined)
    }
    if (!isMap) rewriteFlags(copy, this.#isVersion30)
    this.#pointers.set(copy, pointer)
    this.#copies.set(value, copy)
    return copy
  }

  #isDropped(keyword: string): boolean {
    const { absent, byVariant } = this.#judged
    if (keyword === 'readOnly' || keyword === 'writeOnly') return keyword !== absent
    // Ajv does not see what the keywords of `byVariant` have evaluated.
    if (byVariant && keyword.startsWith('unevaluated')) return true
    return dropped.has(keyword) || keyword.startsWith('x-')
  }

  #absentNames(schema: JsonObject): ReadonlySet<string> {
    if (!schema['properties'] && !schema['$ref'] && !compositions.some((keyword) => schema[keyword]))
      return none
    const properties = [...this.partsOf(schema)].flatMap((part) => Object.entries(part['properties'] ?? {}))
    const isAbsent = (property: unknown) =>
      [...this.partsOf(property)].some((part) => part[this.#judged.absent] === true)
    return new Set(properties.filter(([, property]) => isAbsent(property)).map(([name]) => name))
  }

  #createCompiler(): Ajv2020 {
    const { absent, allErrors, byVariant } = this.#judged
    const compiler = createCompiler(allErrors, absent)
    for (const keyword of byVariant ? (['oneOf', 'anyOf'] as const) : []) {
      const pointerOf = (schema: object) => this.#pointers.get(schema) ?? ''
      const errorsAt = (pointer: string, value: unknown) => this.at(pointer)?.errorsOf(value) ?? []
      compiler.removeKeyword(keyword).addKeyword(variantKeyword(keyword, this.#document, pointerOf, errorsAt))
    }
    return compiler
  }
}

function createCompiler(allErrors: boolean, absent: Judged['absent']): Ajv2020 {
  const compiler = new Ajv2020({
    allErrors,
    verbose: true, // names the schema object of each error, which leads back to its place
    strict: false,
    logger: false,
    validateSchema: false,
    multipleOfPrecision: 8, // 19.99 is a multiple of 0.01
  })
  addFormats.default(compiler)
  compiler.removeKeyword(absent)
  return compiler.addKeyword({
    keyword: absent,
    schemaType: 'boolean',
    validate: (isAbsent: boolean) => !isAbsent,
    errors: false,
    error: { message: `must not be present, it is ${absent === 'writeOnly' ? 'write-only' : 'read-only'}` },
  })
}

/** In OpenAPI 3.0 `nullable` and exclusive bounds are flags; in 3.1 `nullable` means nothing, though Ajv knows it. */
function rewriteFlags(copy: Record<string, unknown>, isVersion30: boolean): void {
  const { nullable, type } = copy
  delete copy['nullable']
  if (!isVersion30) return
  if (nullable === true && typeof type === 'string') copy['type'] = [type, 'null']
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (copy[flag] === true) {
      copy[flag] = copy[bound]
      delete copy[bound]
    } else if (copy[flag] === false) delete copy[flag]
  }
}
