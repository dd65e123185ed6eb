import { Problem } from './problems.ts'

/** Types that the generated modules use or declare, and globals that a reader could confuse with a type. */
const reservedTypeNames: ReadonlySet<string> = new Set(
  (
    'Error Date Response Request Record Promise Headers Map Set Object String Number Boolean Array Function Symbol ' +
    'Blob File FormData URL ArrayBuffer Uint8Array ReadableStream ' +
    'ApiCall ApiResponse CallOptions IdempotentCallOptions Operations Absent ' +
    'ApiExamples ExampleStatuses ResponseBodies'
  ).split(' '),
)

/** Names that a method cannot have, because the client uses them or JavaScript calls them implicitly. */
export const reservedMethodNames: ReadonlySet<string> = new Set(
  'raw then catch finally constructor toString valueOf toJSON'.split(' '),
)

/** The names that the caller chose for operations and types. */
export class GivenNames {
  readonly #names: ReadonlyMap<string, string>
  readonly #unused: Set<string>

  constructor(names: Readonly<Record<string, string>>) {
    this.#names = new Map(Object.entries(names))
    this.#unused = new Set(this.#names.keys())
  }

  /** Returns the name that the caller chose for the first matching key; `undefined` if there is none. */
  find(...keys: readonly string[]): string | undefined {
    const key = keys.find((one) => this.#names.has(one))
    if (key === undefined) return undefined
    this.#unused.delete(key)
    const name = this.#names.get(key) ?? ''
    if (!/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name))
      throw new Problem(`${key} cannot be called ${name}`)
    return name
  }

  /** The keys that match no operation or type. */
  get unused(): readonly string[] {
    return [...this.#unused]
  }
}

/** Gives every type of a module its own name. */
export class TypeNames {
  readonly #taken: Set<string>
  readonly #notes: string[]

  constructor(reserved: readonly string[], notes: string[]) {
    this.#taken = new Set(reserved)
    this.#notes = notes
  }

  /** Reserves a name that the caller chose. Throws a `Problem` if it is taken. */
  take(name: string, source: string): string {
    if (this.#taken.has(name) || reservedTypeNames.has(name))
      throw new Problem(`${source} cannot be called ${name}, which is taken`)
    this.#taken.add(name)
    return name
  }

  /** Reserves the preferred name. A reserved name gets the suffix `Body`. A duplicate gets a number and a note. */
  claim(preferred: string, source: string): string {
    const name = reservedTypeNames.has(preferred) ? `${preferred}Body` : preferred
    if (!this.#taken.has(name)) {
      this.#taken.add(name)
      return name
    }
    let number = 2
    while (this.#taken.has(`${name}${number}`)) number += 1
    this.#taken.add(`${name}${number}`)
    this.#notes.push(`${source}: the type is called ${name}${number}, because ${name} is taken`)
    return `${name}${number}`
  }
}

/** `list-pets`, `Pets_list` and `ListPets` become `listPets`, `petsList` and `listPets`. */
export function toCamelCase(text: string): string {
  const pascal = toPascalCase(text)
  // The first word of `GETPet` is `GET`: all leading capitals except the one that starts the next word.
  const camel = pascal.replace(/^(\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}+)/u, (capitals) => capitals.toLowerCase())
  return startWithLetter(camel)
}

/** Joins the words of a text and capitalizes each. A text without lowercase letters, such as `GET_PETS`, is lowercased first. */
export function toPascalCase(text: string): string {
  const cased = /\p{Ll}/u.test(text) ? text : text.toLowerCase()
  return joinWords(cased)
}

/** Returns the type name for the schema at a location in the document, such as `#/components/schemas/pet.status`. */
export function toTypeName(segments: readonly string[]): string {
  const [, section, ...rest] = segments
  const words = segments[0] === 'components' && section !== undefined ? rest : segments.slice(1)
  const telling = words.filter(
    (word) =>
      !['properties', 'content', 'schema', 'items', 'schemas'].includes(word) && !word.includes('/json'),
  )
  // A schema may be called `schema`.
  return startWithLetter((telling.length > 0 ? telling : words).map(joinWords).join('')) || 'Schema'
}

function joinWords(text: string): string {
  return text
    .split(/[^\p{ID_Continue}]+|[_\u203F\u2040]+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

function startWithLetter(name: string): string {
  return /^\P{ID_Start}/u.test(name) ? `_${name}` : name
}
