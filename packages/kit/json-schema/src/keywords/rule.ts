import { appendTokens, type Json, type JsonObject } from '../base/json.ts'
import type { Direction, SchemaNode } from '../base/schema-set.ts'

/** The context of a rule: its schema and related schemas. */
export interface RuleContext {
  readonly node: SchemaNode
  readonly schema: JsonObject
  /** The subschema at a place below the schema; undefined if there is none. */
  readonly child: (...tokens: readonly (string | number)[]) => CompiledSchema | undefined
  readonly compile: (node: SchemaNode) => CompiledSchema
}

/** Creates the rule of one keyword from its argument; undefined if the argument is invalid, and so has no effect. */
export type RuleMaker = (argument: Json, context: RuleContext) => Judge | undefined

/** The judge of a keyword that asserts something of values of one kind and lets all others pass. */
export const createAssertion =
  <Value>(
    { node }: RuleContext,
    keyword: string,
    message: string,
    isKind: (value: unknown) => value is Value,
    isKept: (value: Value) => boolean,
  ): Judge =>
  (value, run) => {
    if (!isKind(value)) return true
    const held = isKept(value)
    run.tell?.(node, keyword, held)
    return held || run.fail(node, keyword, message)
  }

/** Makes the rule of a keyword that limits a count; `complaint` and the limit, counted out, say how a value breaks it. */
export const createLimit =
  <Value>(
    keyword: string,
    complaint: string,
    countOut: (limit: number) => string,
    isKind: (value: unknown) => value is Value,
    isKept: (value: Value, limit: number) => boolean,
  ): RuleMaker =>
  (limit, { node }) => {
    if (!isCount(limit)) return undefined
    const message = `${complaint} ${countOut(limit)}`
    return (value, run) => {
      if (!isKind(value)) return true
      const held = isKept(value, limit)
      run.tell?.(node, keyword, held)
      return held || run.fail(node, keyword, message)
    }
  }

/** Whether a value is a string. */
export const isText = (value: unknown): value is string => typeof value === 'string'

/** Whether a value is a JSON array. */
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** A limit on a count: JSON Schema knows only non-negative integers (2020-12 Validation, 6.3.1). */
export const isCount = (argument: unknown): argument is number =>
  typeof argument === 'number' && Number.isInteger(argument) && argument >= 0

/**
 * Whether a value satisfies one statement, or all of a schema. Reports its failures to the evaluation. Records in `seen`, if given, which
 * properties and items it evaluated.
 */
export type Judge = (value: unknown, run: Evaluation, seen: Evaluated | undefined) => boolean

/** A compiled schema. */
export interface CompiledSchema {
  readonly node: SchemaNode
  readonly judge: Judge
}

type Tell = (node: SchemaNode, keyword: string, held: boolean) => void

/** The deepest validated nesting. Deeper values would overflow the stack. */
const DEEPEST_LEVEL = 200

/** The number of validated parts after which results are cached. */
const LONG_RUN = 500

/** The result for a part of a value, with its failures if they were collected. */
interface PartVerdict {
  readonly held: boolean
  readonly failures: readonly Failure[] | undefined
}

/** A part of a value that was validated more than once. */
interface KnownPart {
  readonly path: readonly (string | number)[]
  readonly verdicts: Map<CompiledSchema, PartVerdict>
}

/** The result of trying one branch of a union. */
export interface Attempt {
  readonly held: boolean
  readonly failures: readonly Failure[]
  /** The keyword events of the branch, held back until it is known whether the branch counts. */
  readonly events: readonly Parameters<Tell>[]
}

/** The state of validating one value: the position, the failures and the settings. */
export class Evaluation {
  readonly formats: boolean
  /** Whether an ambiguous value counts as invalid. */
  readonly isStrict: boolean
  readonly refusesReadOnly: boolean
  /** undefined for a plain JSON Schema, and where exemptions would reverse a verdict: below `not` and `if`. */
  direction: Direction | undefined
  /** undefined while only the verdict counts: then the first failure is the last. */
  failures: Failure[] | undefined
  tell: Tell | undefined
  /** The schema by which the current part of the value was entered; in-place applicators share it. */
  entry: SchemaNode
  /** Base URIs of the schema resources entered, outermost first: the dynamic scope. */
  readonly scopes: string[] = []
  /** References being followed that may come back to themselves, each with its depth in the value. */
  readonly followed: { readonly node: SchemaNode; readonly depth: number }[] = []
  readonly #path: (string | number)[] = []
  /** The nesting depth of unions. */
  #unions = 0
  /** The number of parts validated below unions, and their cached results by direction. */
  #parts = 0
  #seen: Set<object> | undefined
  readonly #known = new Map<Direction | undefined, Map<object, KnownPart>>()

  constructor(
    entry: SchemaNode,
    settings: {
      readonly formats: boolean
      readonly isStrict: boolean
      readonly refusesReadOnly: boolean
      readonly direction: Direction | undefined
      readonly failures: Failure[] | undefined
      readonly tell: Tell | undefined
    },
  ) {
    this.entry = entry
    this.formats = settings.formats
    this.isStrict = settings.isStrict
    this.refusesReadOnly = settings.refusesReadOnly
    this.direction = settings.direction
    this.failures = settings.failures
    this.tell = settings.tell
  }

  /** The depth of the evaluation in the value. */
  get depth(): number {
    return this.#path.length
  }

  /** Records a broken statement, at the schema's own place if no keyword is named. Returns false, so that a rule can return it. */
  fail(node: SchemaNode, keyword: string, message: string, branches: Failure['branches'] = []): false {
    this.failures?.push({
      keyword,
      documentUri: node.documentUri,
      schemaPointer: keyword === 'false' ? node.pointer : appendTokens(node.pointer, keyword),
      instancePointer: appendTokens('', ...this.#path),
      message,
      branches,
    })
    return false
  }

  /** The same, of a property or item of the value. */
  failAt(token: string | number, node: SchemaNode, keyword: string, message: string): false {
    this.#path.push(token)
    this.fail(node, keyword, message)
    this.#path.pop()
    return false
  }

  /** Validates a property or item of the value. Beyond the maximum depth, everything is valid. */
  descend(token: string | number, value: unknown, below: CompiledSchema): boolean {
    if (this.#path.length >= DEEPEST_LEVEL) return true
    const { failures } = this
    const known = this.#knownFor(token, value, below)
    const verdict = known?.get(below)
    if (verdict !== undefined && (verdict.held || failures === undefined || verdict.failures !== undefined)) {
      failures?.push(...(verdict.failures ?? []))
      return verdict.held
    }
    const own: Failure[] | undefined = known && failures && []
    if (own !== undefined) this.failures = own
    const held = this.#judgeBelow(token, value, below)
    this.failures = failures
    failures?.push(...(own ?? []))
    known?.set(below, { held, failures: own })
    return held
  }

  /**
   * The cached result for a part of the value. Variants that share schemas validate the same parts many times, exponentially in the
   * depth, so results below unions are cached in a long run. Two results are not cached: those that depend on a dynamic scope of more
   * than one resource, and those of an object that occurs at several places, since failures name one place.
   */
  #knownFor(
    token: string | number,
    value: unknown,
    { node }: CompiledSchema,
  ): Map<CompiledSchema, PartVerdict> | undefined {
    if (this.#unions === 0 || this.tell !== undefined || typeof value !== 'object' || value === null)
      return undefined
    this.#parts += 1
    if (this.#parts < LONG_RUN || this.scopes.length > 1 || this.scopes[0] !== node.baseUri) return undefined
    this.#seen ??= new Set()
    if (!this.#seen.has(value)) {
      this.#seen.add(value)
      return undefined
    }
    const parts = this.#known.get(this.direction) ?? new Map<object, KnownPart>()
    this.#known.set(this.direction, parts)
    const part = parts.get(value) ?? { path: [...this.#path, token], verdicts: new Map() }
    parts.set(value, part)
    const isHere = part.path.every((at, index) => at === (this.#path[index] ?? token))
    return isHere && part.path.length === this.#path.length + 1 ? part.verdicts : undefined
  }

  #judgeBelow(token: string | number, value: unknown, below: CompiledSchema): boolean {
    const { entry } = this
    this.entry = below.node
    this.#path.push(token)
    const held = below.judge(value, this, undefined)
    this.#path.pop()
    this.entry = entry
    return held
  }

  /** Whether every part is valid. Stops at the first invalid part if only the verdict counts. */
  keepsAll<Part>(parts: readonly Part[], isKept: (part: Part, index: number) => boolean): boolean {
    let held = true
    for (let index = 0; index < parts.length; index += 1) {
      if (isKept(parts[index] as Part, index)) continue
      held = false
      if (this.failures === undefined) break
    }
    return held
  }

  /** Whether a check passes, without recording anything. */
  holds(judgement: () => boolean): boolean {
    const { failures, tell } = this
    this.failures = undefined
    this.tell = undefined
    const held = judgement()
    this.failures = failures
    this.tell = tell
    return held
  }

  /** The same by the strict schema: readOnly and writeOnly allow no exemption, so no verdict can be reversed. */
  holdsLiterally(judgement: () => boolean): boolean {
    const { direction } = this
    this.direction = undefined
    const held = this.holds(judgement)
    this.direction = direction
    return held
  }

  /** Tries a branch of a union, whose failures are its own. */
  attempt(branch: CompiledSchema, value: unknown, seen: Evaluated | undefined): Attempt {
    const { failures, tell } = this
    const own: Failure[] | undefined = failures && []
    const events: Parameters<Tell>[] = []
    this.failures = own
    if (tell !== undefined) this.tell = (...event) => events.push(event)
    this.#unions += 1
    const held = branch.judge(value, this, seen)
    this.#unions -= 1
    this.failures = failures
    this.tell = tell
    return { held, failures: own ?? [], events }
  }

  /** Replays the events of a branch. */
  replay({ events }: Attempt): void {
    for (const event of events) this.tell?.(...event)
  }
}

/**
 * The properties and items of one value that some keyword has evaluated, for `unevaluatedProperties` and `unevaluatedItems` (JSON Schema
 * 2020-12 Core, 11).
 */
export class Evaluated {
  #allProperties = false
  #allItems = false
  #leadingItems = 0
  readonly #properties = new Set<string>()
  readonly #items = new Set<number>()

  addProperty(name: string): void {
    this.#properties.add(name)
  }

  addAllProperties(): void {
    this.#allProperties = true
  }

  /** The items before an index. */
  addLeadingItems(count: number): void {
    this.#leadingItems = Math.max(this.#leadingItems, count)
  }

  addItem(index: number): void {
    this.#items.add(index)
  }

  addAllItems(): void {
    this.#allItems = true
  }

  /** Takes over the evaluated parts of a branch that holds. */
  merge(other: Evaluated): void {
    this.#allProperties ||= other.#allProperties
    this.#allItems ||= other.#allItems
    this.addLeadingItems(other.#leadingItems)
    for (const name of other.#properties) this.#properties.add(name)
    for (const index of other.#items) this.#items.add(index)
  }

  /** After a union broke, it is unknown what its branch would have evaluated, so nothing counts as unevaluated. */
  addAll(): void {
    this.#allProperties = true
    this.#allItems = true
  }

  hasProperty(name: string): boolean {
    return this.#allProperties || this.#properties.has(name)
  }

  hasItem(index: number): boolean {
    return this.#allItems || index < this.#leadingItems || this.#items.has(index)
  }
}

/**
 * One statement of a schema that a value breaks. Only leaves are failures: a property that is too short is one failure
 * of `minLength`, not also one of `properties`. `anyOf`, `oneOf`, `not`, `contains`, `minContains` and `maxContains` are leaves,
 * even if subschemas failed.
 */
export interface Failure {
  /**
   * The keyword that fails; `false` for the schema `false`, unless `additionalProperties`, `items`, `unevaluatedItems` or
   * `unevaluatedProperties` holds it: then that.
   */
  readonly keyword: string
  /** The document of the schema. */
  readonly documentUri: string
  /** JSON Pointer, in that document, to the keyword: `/components/schemas/Pet/properties/name/minLength`; to the schema `false` itself. */
  readonly schemaPointer: string
  /** JSON Pointer to the part of the value that breaks it. */
  readonly instancePointer: string
  /** One clause that describes the failure without the value: `is shorter than 3 characters`. */
  readonly message: string
  /** For `anyOf` and `oneOf`: why each branch failed, in order; empty otherwise. */
  readonly branches: readonly (readonly Failure[])[]
}

/** The limit that a keyword sets on a count; undefined if it is not a non-negative integer, and so has no effect. */
export const countOf = (value: Json | undefined): number | undefined => (isCount(value) ? value : undefined)
