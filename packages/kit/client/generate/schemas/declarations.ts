import { appendTokens, findAt, isObject, parsePointer } from '@contract-kit/json-schema/json'
import type { SchemaNode } from '@contract-kit/json-schema/schemas'
import type { ApiDocument } from '@contract-kit/openapi'
import { type GivenNames, toTypeName, type TypeNames } from '../names.ts'
import { quote } from '../text.ts'
import { type Mode, toReference } from './schema.ts'
import { tight, type Type } from './type-text.ts'
import type { Usage } from './usage.ts'

const absentDeclaration = [
  '/** Members that a variant of a union lacks. They can be read on the union as `undefined`. */',
  'export type Absent<Key extends string> = { readonly [Name in Key]?: undefined }',
].join('\n')

/** The types of a module: their names, and their declarations in document order. */
export class Declarations {
  readonly #usage: Usage
  readonly #names: TypeNames
  /** The type names of referenced schemas by location, in output order. */
  readonly #typeNames = new Map<string, string>()
  readonly #declared = new Map<string, string>()
  readonly #own: string[] = []
  #usesAbsent = false

  constructor({ raw }: ApiDocument, usage: Usage, names: TypeNames, given: GivenNames) {
    this.#usage = usage
    this.#names = names
    const components = findAt(raw, '/components/schemas')
    const order = Object.keys(isObject(components) ? components : {}).map((name) =>
      appendTokens('/components/schemas', name),
    )
    const used = new Map([...usage.requests, ...usage.responses].map((node) => [node.pointer, node]))
    const inOrder = [...new Set([...order, ...used.keys()])].flatMap((pointer) => used.get(pointer) ?? [])
    const chosen = new Map(
      inOrder.flatMap((node) => {
        const reference = toReference(node.pointer)
        const name = given.find(reference)
        return name === undefined ? [] : [[node, names.take(name, reference)]]
      }),
    )
    const claimed = inOrder.map((node) => {
      const preferred = toTypeName(parsePointer(node.pointer))
      return [node, preferred, chosen.get(node) ?? names.claim(preferred, toReference(node.pointer))] as const
    })
    for (const [node, preferred, name] of claimed) {
      this.#typeNames.set(node.pointer, name)
      if (!usage.split.has(node)) continue
      const input = `${chosen.get(node) ?? preferred}Input`
      this.#typeNames.set(inRequests(node), names.claim(input, toReference(node.pointer)))
    }
  }

  /** All declarations: those of schemas in document order, then those of operations. */
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

  /** Returns the mode of a referenced schema's type: `shared` if requests and responses use one type, else the given mode. */
  modeOf(node: SchemaNode, mode: Mode): Mode {
    const { requests, responses, split } = this.#usage
    return !split.has(node) && requests.has(node) && responses.has(node) ? 'shared' : mode
  }

  /** Returns the type name of a referenced schema. The type is declared at its first use, in the mode of all its uses. */
  nameOf(node: SchemaNode, mode: Mode, declare: (name: string, mode: Mode) => string): string {
    const key = this.#usage.split.has(node) && mode === 'request' ? inRequests(node) : node.pointer
    const name = this.#typeNames.get(key) ?? ''
    if (!this.#declared.has(key)) {
      // Marked as declared before it is written, because schemas can be recursive.
      this.#declared.set(key, '')
      this.#declared.set(key, declare(name, this.modeOf(node, mode)))
    }
    return name
  }

  /** Reserves a name for a type of an operation. */
  claim(preferred: string, source: string): string {
    return this.#names.claim(preferred, source)
  }

  /** Adds a declaration of an operation. */
  add(declaration: string): void {
    this.#own.push(declaration)
  }

  /** Returns `Absent<'a' | 'b'>`. */
  absent(keys: Iterable<string>): Type {
    this.#usesAbsent = true
    return tight(`Absent<${[...keys].map(quote).join(' | ')}>`)
  }
}

/** Returns the key of a split schema's type in requests. */
function inRequests({ pointer }: SchemaNode): string {
  return `request ${pointer}`
}
