import { Problem } from '../problems.ts'
import { quoteKey, toDocComment, toLiteral, unionLines } from '../text.ts'
import type { Declarations } from './declarations.ts'
import { inherit, isBinary, isNullable, ownObject, withoutNull } from './keywords.ts'
import type { Schema, SchemaObject } from './schema.ts'
import { isEmpty, isSent, type Member, type Members, type Mode, type Schemas, type Shape } from './schemas.ts'
import {
  arrayOf,
  intersectionOf,
  literalType,
  memberLines,
  type MemberText,
  nullType,
  objectType,
  tight,
  tupleOf,
  type Type,
  typeDeclaration,
  unionOf,
  unknownType,
} from './type-text.ts'

/** Writes schemas as types, and declares each named one when it is used for the first time. */
export class SchemaTypes {
  readonly declarations: Declarations
  readonly #schemas: Schemas
  /** The schemas that are being written. */
  #open = new Set<SchemaObject>()

  constructor(schemas: Schemas, declarations: Declarations) {
    this.#schemas = schemas
    this.declarations = declarations
  }

  /** A type that is short enough for a signature; what is longer is declared under the given name. */
  shorten(
    preferred: string,
    schema: Schema,
    mode: Mode,
    { title, text }: { readonly title: string; readonly text: string },
  ): Type {
    const type = this.write(schema, mode)
    if (!/[{\n]/.test(type.text) && type.text.length <= 60) return type
    const name = this.declarations.claim(preferred, title)
    this.declarations.add(this.declaration(name, schema, mode, text))
    return tight(name)
  }

  /** One exported declaration: an interface if the schema is one object, else a type. */
  declaration(name: string, schema: Schema, mode: Mode, fallback?: string): string {
    const { title, description, deprecated } = typeof schema === 'boolean' ? {} : schema
    const doc = toDocComment(
      [description ?? title ?? fallback],
      '',
      deprecated === true ? ['@deprecated'] : [],
    )
    const outer = this.#open
    this.#open = new Set()
    const declared = this.#declare(name, schema, mode)
    this.#open = outer
    return [...doc, declared].join('\n')
  }

  /** The members of an object with their doc comments. */
  memberTexts(members: Members, mode: Mode, indent: string): readonly MemberText[] {
    return [...members].map(([name, { schema, isRequired }]) =>
      this.memberText(name, schema, isRequired, mode, indent),
    )
  }

  memberText(
    name: string,
    schema: Schema,
    isRequired: boolean,
    mode: Mode,
    indent: string,
    description?: string,
  ): MemberText {
    const doc = this.#memberDoc(schema, indent, description)
    const key = `${indent}${quoteKey(name)}`
    // A member that is never there.
    if (schema === false) return { doc, text: `${key}?: undefined` }
    const type = this.write(schema, mode, indent)
    const full = isRequired || mode === 'response' ? type : unionOf([type, tight('undefined')])
    const lines = unionLines(`${key}${isRequired ? '' : '?'}: `, full.parts ?? [full.text])
    return { doc, text: lines.join('\n') }
  }

  /** A schema as a type; further lines of it begin with the indent. */
  write(schema: Schema, mode: Mode, indent = '', context?: Members): Type {
    if (schema === true) return unknownType
    if (schema === false) return tight('never')
    if (mode === 'form' && this.#isFile(schema)) return tight('Blob')
    if (schema['x-variants'] !== undefined) {
      throw new Problem('x-variants stands on a schema without a name; move the schema to components')
    }
    // A member that is its own object with more required members: what it refers to has the rest of its type.
    if (this.#open.has(schema)) return unknownType
    this.#open.add(schema)
    const type = this.#writeValue(schema, mode, indent, context)
    this.#open.delete(schema)
    return isNullable(schema) ? unionOf([type, nullType]) : type
  }

  #declare(name: string, schema: Schema, mode: Mode): string {
    const shape = this.#schemas.shapeOf(schema, mode)
    const isPlain = shape !== undefined && (shape.rest === false || shape.bases.length === 0)
    if (!isPlain || shape.members.size === 0) return typeDeclaration(name, this.write(schema, mode))
    if (shape.bases.length > 0 && !this.#canExtend(shape, mode)) {
      return typeDeclaration(name, this.write(schema, mode))
    }
    const bases = shape.bases.map((pointer) => this.#reference(pointer, mode))
    const heading = bases.length === 0 ? name : `${name} extends ${bases.join(', ')}`
    const lines = memberLines(this.#shapeTexts(shape, mode, '  '))
    return [`export interface ${heading} {`, ...lines, '}'].join('\n')
  }

  /** Whether an interface can extend its bases: members of one name have one type, or are declared again like it. */
  #canExtend(shape: Shape, mode: Mode): boolean {
    const known = new Map<string, string>()
    return shape.bases.every((pointer) => {
      const base = this.declarations.modeOf(pointer, mode)
      const members = this.#schemas.membersOf({ $ref: pointer }, mode) ?? new Map<string, Member>()
      const isConsistent = [...members].every(([name, { schema, isRequired }]) => {
        const own = shape.members.get(name)
        const type = this.write(schema, base).text
        if (own !== undefined) return this.#refines(own.schema, schema, mode, type)
        const text = `${isRequired} ${type}`
        const isSame = !known.has(name) || (known.get(name) === text && !type.includes('&'))
        known.set(name, text)
        return isSame
      })
      return isConsistent && this.#schemas.keysOf({ $ref: pointer }, mode) !== undefined
    })
  }

  /** Whether the type of a schema is that of another one, or has some of its values. */
  #refines(schema: Schema, other: Schema, mode: Mode, otherType: string): boolean {
    // The compiler takes two intersections of one text for different types.
    if (this.write(schema, mode).text === otherType) return !otherType.includes('&')
    const values = this.#schemas.valuesOf(schema)
    const others = this.#schemas.valuesOf(other)
    if (values === undefined) return false
    if (others !== undefined) return values.every((value) => others.includes(value))
    return this.#schemas.isAnyString(other) && values.every(isString)
  }

  #reference(pointer: string, mode: Mode): string {
    return this.declarations.nameOf(pointer, insideOf(mode), (name, own) =>
      this.declaration(name, this.#schemas.find(pointer), own),
    )
  }

  #writeValue(schema: SchemaObject, mode: Mode, indent: string, context?: Members): Type {
    if (schema.const !== undefined) return literalType(schema.const)
    if (schema.enum !== undefined) return unionOf(schema.enum.map(literalType))
    const shape = this.#schemas.shapeOf(withoutNull(schema), mode, context)
    if (shape !== undefined) return this.#writeShape(shape, mode, indent)
    const { oneOf, anyOf, allOf = [], $ref } = schema
    const own = this.#schemas.shapeOf(ownObject(schema), mode, context)
    const inner = new Map([...(context ?? []), ...(own?.members ?? [])])
    const parts = allOf.map((part) => this.write(inherit(part, schema), mode, indent, inner))
    if ($ref !== undefined) parts.unshift(tight(this.#reference(this.#schemas.canonical($ref), mode)))
    if (oneOf !== undefined) parts.push(this.#writeUnion(oneOf, schema, mode, indent, inner))
    if (anyOf !== undefined) parts.push(this.#writeUnion(anyOf, schema, mode, indent, inner))
    if (own !== undefined && (own.members.size > 0 || parts.length === 0)) {
      parts.push(this.#writeShape(own, mode, indent))
    }
    return parts.length > 0 ? intersectionOf(parts) : this.#writeTypes(schema, mode, indent)
  }

  #isFile(schema: Schema): boolean {
    const resolved = this.#schemas.resolve(schema)
    return typeof resolved === 'object' && isBinary(resolved)
  }

  #writeShape(shape: Shape, outer: Mode, indent: string): Type {
    const mode = insideOf(outer)
    const { bases, members, rest } = shape
    const named = bases.map((pointer) => tight(this.#reference(pointer, mode)))
    if (members.size > 0 || (rest !== false && bases.length > 0)) {
      return intersectionOf([...named, objectType(this.#shapeTexts(shape, mode, `${indent}  `), indent)])
    }
    if (bases.length > 0) return intersectionOf(named)
    if (isEmpty(shape)) return tight('Record<string, never>')
    const value = rest === false ? unknownType : this.write(rest, mode, indent)
    // An index signature may lead back to the type it stands in; `Record` may not.
    const isSimple = /^(unknown|string|number|boolean)( \| null)?$/.test(value.text)
    return tight(isSimple ? `Record<string, ${value.text}>` : `{ [key: string]: ${value.text} }`)
  }

  #shapeTexts({ members, rest }: Shape, mode: Mode, indent: string): readonly MemberText[] {
    const texts = this.memberTexts(members, mode, indent)
    if (rest === false) return texts
    // An index signature has to admit the members beside it. The compiler may reduce an intersection there, and finds it another type.
    const all = [...members.values()].map(({ schema }) => this.write(schema, mode, indent))
    const isOptional = [...members.values()].some(({ isRequired }) => !isRequired)
    const admitted = [this.write(rest, mode, indent), ...all, ...(isOptional ? [tight('undefined')] : [])]
    const type = all.some(({ text }) => text.includes('&')) ? unknownType : unionOf(admitted)
    return [...texts, { doc: [], text: `${indent}[key: string]: ${type.text}` }]
  }

  #writeUnion(
    variants: readonly Schema[],
    parent: SchemaObject,
    mode: Mode,
    indent: string,
    context: Members,
  ): Type {
    const values = variants.filter((variant) => !this.#schemas.isNull(variant))
    const nulls = values.length < variants.length ? [nullType] : []
    const full = values.map((variant) => inherit(variant, parent))
    const known = full.filter((variant) => this.#schemas.valuesOf(variant)?.every(isString) === true)
    const isOpen = known.length > 0 && full.some((variant) => this.#schemas.isAnyString(variant))
    if (isOpen) {
      const literals = known.map((variant) => this.write(variant, mode, indent))
      const others = full.filter((variant) => !known.includes(variant) && !this.#schemas.isAnyString(variant))
      return unionOf([...literals, ...others.map((one) => this.write(one, mode, indent)), anyOther, ...nulls])
    }
    // Not in requests: where a caller spreads the members of one variant, the compiler would take them for absent.
    const absentKeys = mode === 'response' ? this.#absentKeys(full, mode, context) : undefined
    const types = full.map((variant, index) => {
      const absent = absentKeys?.[index] ?? []
      const type =
        this.#schemas.isEmptyObject(variant, mode) && absent.length > 0
          ? unknownType
          : this.write(variant, mode, indent, context)
      return absent.length === 0 ? type : intersectionOf([type, this.declarations.absent(absent)])
    })
    return unionOf([...types, ...nulls])
  }

  /** For each variant the members that only others have; `undefined` if the union is read by narrowing it. */
  #absentKeys(
    variants: readonly Schema[],
    mode: Mode,
    context: Members,
  ): readonly (readonly string[])[] | undefined {
    if (variants.length < 2) return undefined
    const keys = variants.map((variant) => this.#schemas.keysOf(variant, mode))
    if (keys.includes(undefined) || this.#schemas.isDiscriminated(variants, mode)) return undefined
    const all = new Set(keys.flatMap((some) => [...(some ?? [])]))
    return keys.map((own) => [...all].filter((key) => own?.has(key) === false && !context.has(key)))
  }

  #writeTypes(schema: SchemaObject, mode: Mode, indent: string): Type {
    const { type } = schema
    const types = typeof type === 'string' ? [type] : (type ?? [])
    if (types.length > 0) {
      const written = types
        .filter((one) => one !== 'null')
        .map((one) => this.#writeType(one, schema, mode, indent))
      return written.length === 0 ? nullType : unionOf(written)
    }
    if (schema.items !== undefined || schema.prefixItems !== undefined)
      return this.#writeType('array', schema, mode, indent)
    return unknownType
  }

  #writeType(type: string, schema: SchemaObject, mode: Mode, indent: string): Type {
    switch (type) {
      case 'string': {
        const known = schema['x-extensible-enum']
        if (known !== undefined) return unionOf([...known.map(literalType), anyOther])
        return tight('string')
      }
      case 'integer':
      case 'number':
        return tight('number')
      case 'boolean':
        return tight('boolean')
      case 'object': {
        const shape = this.#schemas.shapeOf(ownObject({ ...schema, type }), mode)
        return shape === undefined ? tight('Record<string, unknown>') : this.#writeShape(shape, mode, indent)
      }
      case 'array':
        return this.#writeArray(schema, mode, indent)
      default:
        throw new Problem(`a schema has the unknown type ${type}`)
    }
  }

  #writeArray({ items, prefixItems, minItems }: SchemaObject, mode: Mode, indent: string): Type {
    const isReadonly = isSent(mode)
    if (prefixItems === undefined) return arrayOf(this.write(items ?? true, mode, indent), isReadonly)
    const rest = items === false ? undefined : this.write(items ?? true, mode, indent)
    const fixed = prefixItems.map((item, index) => ({
      type: this.write(item, mode, indent),
      isRequired: index < (minItems ?? 0),
    }))
    return tupleOf(fixed, rest, isReadonly)
  }

  /** A reference without its own description has that of its target, unless the target is an interface. */
  #memberDoc(schema: Schema, indent: string, description?: string): readonly string[] {
    if (typeof schema === 'boolean') return toDocComment([description], indent)
    const target = this.#schemas.resolve(schema)
    const isInterface = typeof target === 'boolean' || target.properties !== undefined
    const all = isInterface ? schema : { ...target, ...schema }
    return toDocComment([description ?? all.description ?? all.title], indent, [
      ...(all.default === undefined || typeof all.default === 'object'
        ? []
        : [`@default ${toLiteral(all.default)}`]),
      ...(all.deprecated === true ? ['@deprecated'] : []),
    ])
  }
}

/** Any string, in a form with which the editor still offers the known ones. */
const anyOther = tight('(string & {})')

/** An object inside a form is sent as JSON. */
function insideOf(mode: Mode): Mode {
  return mode === 'form' ? 'request' : mode
}

function isString(value: unknown): boolean {
  return typeof value === 'string'
}
