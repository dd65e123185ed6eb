import type { Failure } from '../failure.ts'
import { appendTokens } from '../json-pointer.ts'
import type { Direction, SchemaNode } from '../schema-node.ts'
import type { Evaluated } from './evaluated.ts'

/**
 * Whether a value keeps one statement, or all of a schema. Tells its failures to the evaluation; notes in `seen`, where
 * somebody asks for it, which properties and items it looked at.
 */
export type Judge = (value: unknown, run: Evaluation, seen: Evaluated | undefined) => boolean

/** A schema, ready to judge. */
export interface CompiledSchema {
  readonly node: SchemaNode
  readonly judge: Judge
}

type Tell = (node: SchemaNode, keyword: string, held: boolean) => void

/** Values nested deeper are no data but an attack on the stack. */
const DEEPEST_LEVEL = 200

/** What came of trying one branch of a union. */
export interface Attempt {
  readonly held: boolean
  readonly failures: readonly Failure[]
  /** What the branch told of its keywords, held back until it is known whether it counts. */
  readonly told: readonly Parameters<Tell>[]
}

/** The state of judging one value: where it is, what it found, and by which settings. */
export class Evaluation {
  readonly formats: boolean
  /** undefined for a plain JSON Schema, and where exemptions would turn a verdict round: below `not` and `if`. */
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

  constructor(
    entry: SchemaNode,
    settings: {
      readonly formats: boolean
      readonly direction: Direction | undefined
      readonly failures: Failure[] | undefined
      readonly tell: Tell | undefined
    },
  ) {
    this.entry = entry
    this.formats = settings.formats
    this.direction = settings.direction
    this.failures = settings.failures
    this.tell = settings.tell
  }

  /** How deep in the value the evaluation stands. */
  get depth(): number {
    return this.#path.length
  }

  /** Notes a broken statement, with the schema's own place where no keyword is named; false, so that a rule can return it. */
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

  /** Judges a property or item of the value; beyond the deepest level that is judged, everything holds. */
  descend(token: string | number, value: unknown, below: CompiledSchema): boolean {
    if (this.#path.length >= DEEPEST_LEVEL) return true
    const { entry } = this
    this.entry = below.node
    this.#path.push(token)
    const held = below.judge(value, this, undefined)
    this.#path.pop()
    this.entry = entry
    return held
  }

  /** Whether a judgement holds, with nothing noted. */
  holds(judgement: () => boolean): boolean {
    const { failures, tell } = this
    this.failures = undefined
    this.tell = undefined
    const held = judgement()
    this.failures = failures
    this.tell = tell
    return held
  }

  /** The same by the letter of the schema: readOnly and writeOnly ease nothing, so nothing can be turned round. */
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
    const told: Parameters<Tell>[] = []
    this.failures = own
    if (tell !== undefined) this.tell = (...event) => told.push(event)
    const held = branch.judge(value, this, seen)
    this.failures = failures
    this.tell = tell
    return { held, failures: own ?? [], told }
  }

  /** Passes on what a branch told. */
  replay({ told }: Attempt): void {
    for (const event of told) this.tell?.(...event)
  }
}
