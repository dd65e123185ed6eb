import type { ApiDocument, Placed } from '@contract-kit/openapi'
import { findAt, isObject, type JsonObject } from '@contract-kit/json-schema/json'
import { type SchemaNode, UnresolvedReferenceError } from '@contract-kit/json-schema/schemas'
import { Problem } from '../problems.ts'
import { toReference } from './component-names.ts'
import { hasValues, isNullable } from './keywords.ts'
import type { Schema } from './schema.ts'

/**
 * The users of a type: a `request` or a `response` alone, or both (`shared`). Only a request leaves out `readOnly` members, and
 * only a response leaves out `writeOnly` members. A `form` is a request whose fields may be files.
 */
export type Mode = 'request' | 'form' | 'response' | 'shared'

/** Whether a type is one of requests alone. */
export function isSent(mode: Mode): boolean {
  return mode === 'request' || mode === 'form'
}

export interface Member {
  readonly schema: Schema
  readonly isRequired: boolean
}

export type Members = ReadonlyMap<string, Member>

/** An object schema as an interface has it: its bases, by reference, and what it adds to them. */
export interface Shape {
  readonly bases: readonly string[]
  readonly members: Members
  /** The schema of further members; `false` where none are declared. */
  readonly rest: Schema
  /** Says that there are no further members. */
  readonly isClosed: boolean
}

interface Draft {
  readonly bases: string[]
  readonly properties: Map<string, Schema>
  readonly required: Set<string>
  rest: Schema
  isClosed: boolean
  isObject: boolean
}

/** Reads the schemas of one document. */
export class Schemas {
  readonly document: ApiDocument
  readonly #flat = new Map<string, Members>()
  readonly #targets = new Map<string, SchemaNode>()

  constructor(document: ApiDocument) {
    this.document = document
  }

  /** A schema as it is written; anything where the document has none. */
  at(node: SchemaNode | undefined): Schema {
    if (node === undefined) return true
    // A parameter that the document does not declare has a schema of its own.
    const isOwn = node.documentUri === this.document.uri
    return (isOwn ? findAt(this.document.raw, node.pointer) : node.schema) as Schema
  }

  /** A part of the document as it is written. */
  rawAt({ documentUri, pointer }: Placed): JsonObject {
    const part = documentUri === this.document.uri ? findAt(this.document.raw, pointer) : undefined
    return isObject(part) ? part : {}
  }

  /** Whether a part has examples of its own, and not those of its schema alone. */
  hasExamples(part: Placed): boolean {
    return Object.hasOwn(this.rawAt(part), 'example') || this.hasNamedExamples(part)
  }

  /** Whether the examples of a part have names. */
  hasNamedExamples(part: Placed): boolean {
    return Object.hasOwn(this.rawAt(part), 'examples')
  }

  /** The target of the references of a schema, or the schema itself. */
  resolve(schema: Schema): Schema {
    let current = schema
    while (typeof current === 'object' && current.$ref !== undefined) current = this.find(current.$ref)
    return current
  }

  find(reference: string): Schema {
    return this.at(this.#targetOf(reference))
  }

  /** One spelling for all references that lead to one schema. */
  canonical(reference: string): string {
    return toReference(this.#targetOf(reference).pointer)
  }

  #targetOf(reference: string): SchemaNode {
    const known = this.#targets.get(reference)
    if (known !== undefined) return known
    const { schemas, uri } = this.document
    try {
      const target = schemas.resolve(schemas.node(uri), reference)
      this.#targets.set(reference, target)
      return target
    } catch (error) {
      if (!(error instanceof UnresolvedReferenceError)) throw error
      throw new Problem(`the reference ${reference} leads nowhere`)
    }
  }

  /** The object that a schema describes; `undefined` if it may be anything else, or one of several objects. */
  shapeOf(schema: Schema, mode: Mode, context?: Members): Shape | undefined {
    const draft: Draft = {
      bases: [],
      properties: new Map(),
      required: new Set(),
      rest: false,
      isClosed: false,
      isObject: false,
    }
    if (!this.#collect(schema, draft, mode) || !draft.isObject) return undefined
    return { ...draft, members: this.#members(draft, mode, context) }
  }

  /** Every member of an object with those of its bases; `undefined` if the schema is no single object. */
  membersOf(schema: Schema, mode: Mode): Members | undefined {
    const shape = this.shapeOf(schema, mode)
    if (shape === undefined) return undefined
    const bases = shape.bases.map((pointer) => this.#baseMembers(pointer, mode))
    return new Map([...bases.flatMap((members) => [...members]), ...shape.members])
  }

  /**
   * The names of all members of an object or of a union of objects. Returns `undefined` if the schema allows other
   * values, or members of any name.
   */
  keysOf(schema: Schema, mode: Mode, isPart = false): ReadonlySet<string> | undefined {
    const resolved = this.resolve(schema)
    if (typeof resolved === 'boolean') return undefined
    const shape = this.shapeOf(resolved, mode)
    if (shape !== undefined) {
      if (shape.rest !== false) return undefined
      const bases = shape.bases.map((pointer) => this.keysOf({ $ref: pointer }, mode))
      if (bases.includes(undefined)) return undefined
      const keys = new Set([...shape.members.keys(), ...bases.flatMap((base) => [...(base ?? [])])])
      return keys.size > 0 || isEmpty(shape) ? keys : undefined
    }
    const { type, allOf = [], oneOf = [], anyOf = [], properties = {} } = resolved
    const isCompound = allOf.length + oneOf.length + anyOf.length > 0
    if ((!isCompound && !isPart) || isNullable(resolved) || hasValues(resolved)) return undefined
    if (type !== undefined && type !== 'object') return undefined
    const keys = [...allOf, ...oneOf, ...anyOf].map((part) => this.keysOf(part, mode, true))
    if (keys.includes(undefined)) return undefined
    return new Set([...Object.keys(properties), ...keys.flatMap((some) => [...(some ?? [])])])
  }

  /** The one value that a schema allows, in a list; the list is empty if it allows more. */
  constantOf(schema: Schema): readonly unknown[] {
    const values = this.valuesOf(schema)
    return values?.length === 1 ? values : []
  }

  /** The values of a `const` or an `enum`; `undefined` if the schema has neither. */
  valuesOf(schema: Schema): readonly unknown[] | undefined {
    const resolved = this.resolve(schema)
    if (typeof resolved === 'boolean') return undefined
    if (resolved.const !== undefined) return [resolved.const]
    if (resolved.enum !== undefined) return resolved.enum
    return resolved.allOf?.map((part) => this.valuesOf(part)).find((values) => values !== undefined)
  }

  /** Whether the values of one required member distinguish the variants of a union. */
  isDiscriminated(variants: readonly Schema[], mode: Mode): boolean {
    const members = variants.map((variant) => this.membersOf(variant, mode) ?? new Map<string, Member>())
    return [...(members[0]?.keys() ?? [])].some((name) => {
      const values = members.map((of) => {
        const member = of.get(name)
        return member?.isRequired === true ? this.valuesOf(member.schema) : undefined
      })
      if (values.includes(undefined)) return false
      const all = values.flatMap((some) => some ?? [])
      return new Set(all).size === all.length
    })
  }

  /** Whether null is the only value. */
  isNull(schema: Schema): boolean {
    const resolved = this.resolve(schema)
    if (typeof resolved === 'boolean') return false
    const { type, const: value, enum: values } = resolved
    return type === 'null' || value === null || (values?.length === 1 && values[0] === null)
  }

  /** Whether a schema allows strings and does not list them. */
  isAnyString(schema: Schema): boolean {
    const resolved = this.resolve(schema)
    return typeof resolved === 'object' && resolved.type === 'string' && this.valuesOf(resolved) === undefined
  }

  /** Whether a schema is an object that declares to have no members. */
  isEmptyObject(schema: Schema, mode: Mode): boolean {
    const shape = this.shapeOf(this.resolve(schema), mode)
    return shape !== undefined && isEmpty(shape)
  }

  /** Adds a schema to the draft; `false` if it is no plain object. */
  #collect(schema: Schema, draft: Draft, mode: Mode): boolean {
    if (typeof schema === 'boolean' || isNullable(schema) || hasValues(schema)) return false
    const { type, properties, required = [], oneOf, anyOf, allOf = [] } = schema
    if (oneOf !== undefined || anyOf !== undefined || schema['x-variants'] !== undefined) return false
    const isObjectType =
      type === 'object' || (Array.isArray(type) && type.length === 1 && type[0] === 'object')
    if (type !== undefined && !isObjectType) return false
    const rest = schema.additionalProperties ?? schema.unevaluatedProperties
    if (schema.$ref !== undefined) {
      const base = this.shapeOf(this.find(schema.$ref), mode)
      if (base === undefined) return false
      draft.isObject = true
      if (!isAnyObject(base)) draft.bases.push(this.canonical(schema.$ref))
    }
    if (!allOf.every((part) => this.#collect(part, draft, mode))) return false
    for (const [name, property] of Object.entries(properties ?? {})) {
      const known = draft.properties.get(name)
      draft.properties.set(name, known === undefined ? property : { allOf: [known, property] })
    }
    for (const name of required) draft.required.add(name)
    if (rest === false || schema.maxProperties === 0) draft.isClosed = true
    else if (rest !== undefined) draft.rest = rest
    draft.isObject ||= isObjectType || properties !== undefined || rest !== undefined || required.length > 0
    return true
  }

  #baseMembers(pointer: string, mode: Mode): Members {
    const key = `${mode} ${pointer}`
    const known = this.#flat.get(key) ?? this.membersOf(this.find(pointer), mode) ?? new Map<string, Member>()
    this.#flat.set(key, known)
    return known
  }

  #members(draft: Draft, mode: Mode, context: Members = new Map()): Members {
    const inherited = new Map(draft.bases.flatMap((pointer) => [...this.#baseMembers(pointer, mode)]))
    const members = new Map<string, Member>()
    for (const [name, schema] of draft.properties) {
      if (this.isLeftOut(schema, mode)) continue
      const isRequired = draft.required.has(name) || inherited.get(name)?.isRequired === true
      members.set(name, { schema, isRequired })
    }
    // A part that only lists required names makes members of its siblings required.
    for (const name of draft.required) {
      const known = inherited.get(name) ?? context.get(name)
      const isDeclared = draft.properties.has(name) || inherited.get(name)?.isRequired === true
      if (!isDeclared && !this.#isLeftOutOfBases(draft, name, mode)) {
        members.set(name, { schema: known?.schema ?? true, isRequired: true })
      }
    }
    return members
  }

  #isLeftOutOfBases(draft: Draft, name: string, mode: Mode): boolean {
    if (mode === 'shared') return false
    return draft.bases.some(
      (pointer) =>
        this.#baseMembers(pointer, 'shared').has(name) && !this.#baseMembers(pointer, mode).has(name),
    )
  }

  /** `readOnly` and `writeOnly` may stand beside a reference or at its target. */
  isLeftOut(schema: Schema, mode: Mode): boolean {
    if (mode === 'shared' || typeof schema === 'boolean') return false
    const keyword = isSent(mode) ? 'readOnly' : 'writeOnly'
    const target = this.resolve(schema)
    return schema[keyword] === true || (typeof target === 'object' && target[keyword] === true)
  }
}

/** An object that declares to have no members. */
export function isEmpty({ bases, members, rest, isClosed }: Shape): boolean {
  return bases.length === 0 && members.size === 0 && rest === false && isClosed
}

/** An object of which nothing is known. */
function isAnyObject({ bases, members, rest, isClosed }: Shape): boolean {
  return bases.length === 0 && members.size === 0 && rest === false && !isClosed
}
