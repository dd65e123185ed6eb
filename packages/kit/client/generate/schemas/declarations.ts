import { findAt, isObject, parsePointer } from '@contract-kit/json-schema/json'
import { type GivenNames, toTypeName, type TypeNames } from '../names.ts'
import { Problem } from '../problems.ts'
import { quote } from '../text.ts'
import { referenceTo } from './component-names.ts'
import type { Mode, Schemas } from './schemas.ts'
import { tight, type Type } from './type-text.ts'
import type { Usage } from './usage.ts'

const absentDeclaration = [
  '/** Members that a variant of a union does not have. They can be read on the union, and are `undefined` then. */',
  'export type Absent<Key extends string> = { readonly [Name in Key]?: undefined }',
].join('\n')

/** The types of a module: their names, and their declarations in the order of the document. */
export class Declarations {
  readonly #usage: Usage
  readonly #names: TypeNames
  /** The type names of referenced schemas by key, in the order in which they are written. */
  readonly #typeNames = new Map<string, string>()
  readonly #declared = new Map<string, string>()
  readonly #own: string[] = []
  #usesAbsent = false

  constructor(schemas: Schemas, usage: Usage, names: TypeNames, given: GivenNames) {
    this.#usage = usage
    this.#names = names
    const declared = findAt(schemas.document.raw, '/components/schemas')
    const components = Object.keys(isObject(declared) ? declared : {}).map(referenceTo)
    const used = new Set([...usage.requests, ...usage.responses])
    const inOrder = [...new Set([...components, ...used])].filter((pointer) => used.has(pointer))
    const chosen = new Map(
      inOrder.flatMap((pointer) => {
        const name = given.find(pointer)
        return name === undefined ? [] : [[pointer, names.take(name, pointer)]]
      }),
    )
    const claimed = inOrder.map((pointer) => {
      const preferred = toTypeName(parsePointer(pointer))
      return [pointer, chosen.get(pointer) ?? names.claim(preferred, pointer)] as const
    })
    for (const [pointer, name] of claimed) {
      this.#typeNames.set(pointer, name)
      if (!usage.split.has(pointer)) continue
      const plain = chosen.get(pointer) ?? toTypeName(parsePointer(pointer))
      this.#typeNames.set(requestKey(pointer), names.claim(`${plain}Input`, pointer))
    }
  }

  /** All declarations: those of the document in its order, then those of operations. */
  get all(): readonly string[] {
    const named = [...this.#typeNames.keys()].map((key) => this.#declared.get(key))
    const absent = this.#usesAbsent ? [absentDeclaration] : []
    return [...named.filter((text) => text !== undefined), ...this.#own, ...absent]
  }

  /** The names of all declarations, sorted. */
  get names(): readonly string[] {
    return this.all
      .flatMap((text) => /^export (?:interface|type) ([^\s<]+)/m.exec(text)?.[1] ?? [])
      .toSorted()
  }

  /** The mode of all uses of a referenced schema that have the same type as a use in this one. */
  modeOf(pointer: string, mode: Mode): Mode {
    const { requests, responses, split } = this.#usage
    return !split.has(pointer) && requests.has(pointer) && responses.has(pointer) ? 'shared' : mode
  }

  /** The type name of a referenced schema. It is declared at its first use, in the mode of all its uses. */
  nameOf(pointer: string, mode: Mode, declare: (name: string, mode: Mode) => string): string {
    const key = this.#usage.split.has(pointer) && mode === 'request' ? requestKey(pointer) : pointer
    const name = this.#typeNames.get(key)
    if (name === undefined) throw new Problem(`the reference ${pointer} is not reached`)
    if (!this.#declared.has(key)) {
      // Set before it is written, because a schema may refer to itself.
      this.#declared.set(key, '')
      this.#declared.set(key, declare(name, this.modeOf(pointer, mode)))
    }
    return name
  }

  /** Takes a name for a type of an operation. */
  claim(preferred: string, source: string): string {
    return this.#names.claim(preferred, source)
  }

  /** Adds a declaration of an operation. */
  add(declaration: string): void {
    this.#own.push(declaration)
  }

  /** `Absent<'a' | 'b'>` */
  absent(keys: Iterable<string>): Type {
    this.#usesAbsent = true
    return tight(`Absent<${[...keys].map(quote).join(' | ')}>`)
  }
}

/** The key of the type that a split schema has in requests. */
function requestKey(pointer: string): string {
  return `request ${pointer}`
}
