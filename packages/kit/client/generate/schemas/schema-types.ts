import type { Json, JsonObject } from '@contract-kit/json-schema/json'
import { findReferenced, keywordOf, type SchemaNode, schemasAt } from '@contract-kit/json-schema/schemas'
import type { ApiDocument } from '@contract-kit/openapi'
import { Problem } from '../problems.ts'
import { quoteKey, toDocComment, toLiteral, unionLines } from '../text.ts'
import type { Declarations } from './declarations.ts'
import { isLoose, isObjectAlone, otherTypesOf, typeToInherit } from './excluded-types.ts'
import {
  behind,
  isAnyString,
  isBinary,
  isNull,
  isNullable,
  isSent,
  type Mode,
  rawAt,
  type Schema,
  typesIn,
  valuesIn,
  valuesOf,
} from './schema.ts'
import {
  isDiscriminated,
  isEmpty,
  keysOf,
  type Member,
  type Members,
  membersOf,
  ownShapeOf,
  type Shape,
  shapeBesideNull,
  shapeOf,
  typesMeant,
} from './shapes.ts'
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

/** The context in which a type is written. */
interface Place {
  readonly mode: Mode
  /** The indentation of further lines. */
  readonly indent: string
  /** The members of the enclosing object, which a part may require. */
  readonly context?: Members | undefined
  /** The type of the enclosing schema, which parts without a type inherit. */
  readonly inherited?: string | undefined
}

/** Writes schemas as types, and declares each named schema at its first use. */
export class SchemaTypes {
  readonly declarations: Declarations
  readonly #document: ApiDocument
  /** The schemas that are currently being written. */
  #open = new Set<SchemaNode>()

  constructor(document: ApiDocument, declarations: Declarations) {
    this.#document = document
    this.declarations = declarations
  }

  /** Returns a type that is short enough for a signature. A longer type is declared under the preferred name. */
  shorten(
    preferred: string,
    schema: Schema,
    mode: Mode,
    { title, text }: { readonly title: string; readonly text: string },
  ): Type {
    const type = this.write(schema, { mode, indent: '' })
    if (!/[{\n]/.test(type.text) && type.text.length <= 60) return type
    const name = this.declarations.claim(preferred, title)
    this.declarations.add(this.#declaration(name, schema, mode, text))
    return tight(name)
  }

  /** Writes the members of an object with their doc comments. */
  memberTexts(members: Members, mode: Mode, indent: string): readonly MemberText[] {
    return [...members].map(([name, member]) => this.memberText(name, member, mode, indent))
  }

  /** Writes one member. The annotations in `said` override those of its schema. */
  memberText(
    name: string,
    { schema, isRequired }: Member,
    mode: Mode,
    indent: string,
    said: JsonObject = {},
  ): MemberText {
    const doc = this.#memberDoc(schema, indent, said)
    const key = `${indent}${quoteKey(name)}`
    // The member is never present.
    if (schema.some((node) => node.schema === false)) return { doc, text: `${key}?: undefined` }
    const type = this.write(schema, { mode, indent })
    const full = isRequired || mode === 'response' ? type : unionOf([type, tight('undefined')])
    const lines = unionLines(`${key}${isRequired ? '' : '?'}: `, full.parts ?? [full.text])
    return { doc, text: lines.join('\n') }
  }

  /** Writes a schema as a type. */
  write(schema: Schema, place: Place): Type {
    const [first, ...others] = schema
    if (first === undefined) return unknownType
    if (others.length === 0) return this.#writeNode(first, place)
    const shape = shapeOf(schema, place.mode, place.context)
    if (shape !== undefined) return this.#writeShape(shape, place)
    return intersectionOf(schema.map((node) => this.#writeNode(node, place)))
  }

  /** Writes one exported declaration: an interface if the schema is a single object, else a type alias. */
  #declaration(name: string, schema: Schema, mode: Mode, fallback?: string): string {
    const { title, description, deprecated } = this.#annotations(schema)
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

  #declare(name: string, schema: Schema, mode: Mode): string {
    const shape = shapeOf(schema, mode)
    const isInterface =
      shape !== undefined &&
      shape.members.size > 0 &&
      (shape.bases.length === 0 || (shape.rest === undefined && this.#canExtend(shape, mode)))
    if (!isInterface) return typeDeclaration(name, this.write(schema, { mode, indent: '' }))
    const bases = shape.bases.map((base) => this.#reference(base, mode))
    const heading = bases.length === 0 ? name : `${name} extends ${bases.join(', ')}`
    const lines = memberLines(this.#shapeTexts(shape, mode, '  '))
    return [`export interface ${heading} {`, ...lines, '}'].join('\n')
  }

  /** Whether an interface can extend its bases: members of the same name have the same type, or a compatible redeclaration. */
  #canExtend(shape: Shape, mode: Mode): boolean {
    const known = new Map<string, string>()
    return shape.bases.every((base) => {
      const place = { mode: this.declarations.modeOf(base, mode), indent: '' }
      const isConsistent = [...(membersOf([base], mode) ?? [])].every(([name, { schema, isRequired }]) => {
        const own = shape.members.get(name)
        const type = this.write(schema, place).text
        if (own !== undefined) return this.#refines(own.schema, schema, mode, type)
        const text = `${isRequired} ${type}`
        const isSame = !known.has(name) || (known.get(name) === text && !type.includes('&'))
        known.set(name, text)
        return isSame
      })
      return isConsistent && keysOf([base], mode) !== undefined
    })
  }

  /** Whether the type of a schema equals the type of another schema, or allows a subset of its values. */
  #refines(schema: Schema, other: Schema, mode: Mode, otherType: string): boolean {
    // The compiler treats two intersections with the same text as different types.
    if (this.write(schema, { mode, indent: '' }).text === otherType) return !otherType.includes('&')
    const values = valuesOf(schema)
    const others = valuesOf(other)
    if (values === undefined) return false
    if (others !== undefined) return values.every((value) => others.includes(value))
    return other.every((node) => isAnyString(node)) && values.every(isString)
  }

  #reference(node: SchemaNode, mode: Mode): string {
    return this.declarations.nameOf(node, insideOf(mode), (name, own) => this.#declaration(name, [node], own))
  }

  #writeNode(node: SchemaNode, place: Place): Type {
    if (typeof node.schema === 'boolean') return node.schema ? unknownType : tight('never')
    if (place.mode === 'form' && isBinary(node)) return tight('Blob')
    if (keywordOf(node, 'x-variants') !== undefined) {
      throw new Problem('x-variants stands on a schema without a name; move the schema to components')
    }
    // A schema that only adds required members can contain itself. The schema that it refers to has the rest of the type.
    if (this.#open.has(node)) return unknownType
    this.#open.add(node)
    const type = this.#writeValue(node, place)
    this.#open.delete(node)
    return isNullable(node) ? unionOf([type, nullType]) : type
  }

  #writeValue(node: SchemaNode, place: Place): Type {
    const { mode, context } = place
    const values = valuesIn(node)
    if (values !== undefined) return unionOf(values.map(literalType))
    const shape = shapeBesideNull(node, mode, context)
    if (shape !== undefined) return this.#writeShape(shape, place)
    // TypeScript would allow contradictions, such as a string that is also an object.
    const meant = typesMeant(node)
    if ([...meant].every((type) => type === 'null')) return meant.size === 0 ? tight('never') : nullType
    const own = isObjectAlone(node) ? ownShapeOf(node, mode, context) : undefined
    const members = own?.members ?? new Map<string, Member>()
    const inner = {
      ...place,
      context: new Map([...(context ?? []), ...members]),
      inherited: typeToInherit(node),
    }
    const target = findReferenced(node)
    const parts = target === undefined ? [] : [tight(this.#reference(target, mode))]
    parts.push(...schemasAt(node, 'allOf').map((part) => this.#writeNode(part, inner)))
    for (const variants of [schemasAt(node, 'oneOf'), schemasAt(node, 'anyOf')])
      if (variants.length > 0) parts.push(this.#writeUnion(variants, inner))
    if (own !== undefined && members.size > 0) parts.push(this.#writeShape(own, place))
    const others = isLoose(members) ? otherTypesOf(node, mode) : []
    if (parts.length === 0 || (others.length > 0 && !isObjectAlone(node)))
      parts.push(this.#writeTypes(node, place))
    else if (others.length > 0) {
      const type = tight(others.every((one) => one === 'null') ? '{}' : 'Record<string, unknown>')
      parts.push(meant.has('null') ? unionOf([type, nullType]) : type)
    }
    return intersectionOf(parts)
  }

  #writeShape({ bases, members, rest, isClosed }: Shape, place: Place): Type {
    const inner = { mode: insideOf(place.mode), indent: place.indent }
    const named = bases.map((base) => tight(this.#reference(base, inner.mode)))
    if (members.size > 0 || (rest !== undefined && bases.length > 0)) {
      const texts = this.#shapeTexts({ members, rest }, inner.mode, `${place.indent}  `)
      return intersectionOf([...named, objectType(texts, place.indent)])
    }
    if (bases.length > 0) return intersectionOf(named)
    if (rest === undefined) return tight(`Record<string, ${isClosed ? 'never' : 'unknown'}>`)
    const { text } = this.#writeNode(rest, inner)
    // An index signature may refer to its enclosing type; `Record` may not.
    const isSimple = /^(unknown|string|number|boolean)( \| null)?$/.test(text)
    return tight(isSimple ? `Record<string, ${text}>` : `{ [key: string]: ${text} }`)
  }

  #shapeTexts(
    { members, rest }: Pick<Shape, 'members' | 'rest'>,
    mode: Mode,
    indent: string,
  ): readonly MemberText[] {
    const texts = this.memberTexts(members, mode, indent)
    if (rest === undefined) return texts
    // An index signature must allow the type of every member. The compiler may reduce an intersection to another type.
    const all = [...members.values()].map(({ schema }) => this.write(schema, { mode, indent }))
    const isOptional = [...members.values()].some(({ isRequired }) => !isRequired)
    const admitted = [
      this.#writeNode(rest, { mode, indent }),
      ...all,
      ...(isOptional ? [tight('undefined')] : []),
    ]
    const type = all.some(({ text }) => text.includes('&')) ? unknownType : unionOf(admitted)
    return [...texts, { doc: [], text: `${indent}[key: string]: ${type.text}` }]
  }

  #writeUnion(variants: readonly SchemaNode[], place: Place): Type {
    const { mode, inherited, context } = place
    const full = variants.filter((variant) => !isNull(variant))
    const isOther = (variant: SchemaNode): boolean => isAnyString(variant, inherited)
    const nulls = full.length < variants.length ? [nullType] : []
    const known = full.filter((variant) => valuesOf([variant])?.every(isString) === true)
    if (known.length > 0 && full.some(isOther)) {
      const others = full.filter((variant) => !known.includes(variant) && !isOther(variant))
      const types = [...known, ...others].map((variant) => this.#writeNode(variant, place))
      const isNullish = full.some((variant) => isOther(variant) && isNullable(behind(variant)))
      return unionOf([...types, anyOther, ...(isNullish ? [nullType] : nulls)])
    }
    // Only in responses: if a caller spreads one variant into a request, the compiler would treat its members as absent.
    const absentKeys = mode === 'response' ? absentKeysOf(full, mode, context) : undefined
    const types = full.map((variant, index) => {
      const absent = absentKeys?.[index] ?? []
      if (absent.length === 0) return this.#writeNode(variant, place)
      const shape = shapeOf([behind(variant)], mode)
      const type = shape !== undefined && isEmpty(shape) ? unknownType : this.#writeNode(variant, place)
      return intersectionOf([type, this.declarations.absent(absent)])
    })
    return unionOf([...types, ...nulls])
  }

  #writeTypes(node: SchemaNode, place: Place): Type {
    const isArray = ['items', 'prefixItems'].some((keyword) => keywordOf(node, keyword) !== undefined)
    const [first = place.inherited ?? (isArray ? 'array' : undefined), ...others] = typesIn(node)
    if (first === undefined) return unknownType
    const types = [first, ...others].filter((type) => type !== 'null')
    return types.length === 0 ? nullType : unionOf(types.map((type) => this.#writeType(type, node, place)))
  }

  #writeType(type: string, node: SchemaNode, place: Place): Type {
    switch (type) {
      case 'string': {
        const known = keywordOf(node, 'x-extensible-enum')
        return Array.isArray(known) ? unionOf([...known.map(literalType), anyOther]) : tight('string')
      }
      case 'object': {
        const shape = ownShapeOf(node, place.mode)
        return shape === undefined ? tight('Record<string, unknown>') : this.#writeShape(shape, place)
      }
      case 'array':
        return this.#writeArray(node, place)
      default:
        return tight(type === 'integer' ? 'number' : type)
    }
  }

  #writeArray(node: SchemaNode, { mode, indent }: Place): Type {
    const isReadonly = isSent(mode)
    const items = schemasAt(node, 'items')
    const prefixItems = schemasAt(node, 'prefixItems')
    const rest = items[0]?.schema === false ? undefined : this.write(items, { mode, indent })
    if (prefixItems.length === 0) return arrayOf(rest ?? tight('never'), isReadonly)
    const minItems = Number(keywordOf(node, 'minItems') ?? 0)
    const fixed = prefixItems.map((item, index) => ({
      type: this.#writeNode(item, { mode, indent }),
      isRequired: index < minItems,
    }))
    return tupleOf(fixed, rest, isReadonly)
  }

  /** Writes the doc comment of a member. A reference inherits the annotations of its target, unless that has `properties`. */
  #memberDoc(schema: Schema, indent: string, said: JsonObject): readonly string[] {
    const targets = schema.map(behind).filter((target) => keywordOf(target, 'properties') === undefined)
    const all = { ...this.#annotations(targets), ...this.#annotations(schema), ...said }
    const isShort = all['default'] !== undefined && typeof all['default'] !== 'object'
    return toDocComment([all.description ?? all.title], indent, [
      ...(isShort ? [`@default ${toLiteral(all['default'])}`] : []),
      ...(all.deprecated === true ? ['@deprecated'] : []),
    ])
  }

  #annotations(schema: Schema): Annotations {
    return Object.assign({}, ...schema.map((node) => rawAt(this.#document, node))) as Annotations
  }
}

/** Keywords that describe values without validating them. */
interface Annotations {
  readonly title?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly default?: Json
}

/** Returns the members that each variant lacks but others have; `undefined` if they are unknown or callers narrow the union. */
function absentKeysOf(
  variants: readonly SchemaNode[],
  mode: Mode,
  context: Members = new Map(),
): readonly (readonly string[])[] | undefined {
  if (variants.length < 2) return undefined
  const keys = variants.map((variant) => keysOf([variant], mode))
  if (keys.includes(undefined) || isDiscriminated(variants, mode)) return undefined
  const all = new Set(keys.flatMap((some) => [...(some ?? [])]))
  return keys.map((own) => [...all].filter((key) => own?.has(key) === false && !context.has(key)))
}

/** Any string, in a form that keeps the known strings in editor suggestions. */
const anyOther = tight('(string & {})')

/** Returns the mode inside an object. An object inside a form is sent as JSON. */
function insideOf(mode: Mode): Mode {
  return mode === 'form' ? 'request' : mode
}

function isString(value: unknown): boolean {
  return typeof value === 'string'
}
