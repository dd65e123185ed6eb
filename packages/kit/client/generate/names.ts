/** Names of globals that generated types would hide or be mistaken for. */
const globalTypes = new Set(
  (
    'Error Date Response Request Record Promise Headers Map Set Object String Number Boolean Array Function Symbol ' +
    'Blob File FormData URL ArrayBuffer Uint8Array ReadableStream ' +
    'ApiCall ApiResponse CallOptions IdempotentCallOptions Operations Absent'
  ).split(' '),
)

/** Names that a method cannot have: the client uses them, or JavaScript calls them by itself. */
export const impossibleMethodNames: ReadonlySet<string> = new Set(
  'raw then catch finally constructor __proto__ toString valueOf toJSON'.split(' '),
)

/** Gives every type of a module its own name. */
export class TypeNames {
  readonly #taken: Set<string>
  readonly #notes: string[]

  constructor(reserved: readonly string[], notes: string[]) {
    this.#taken = new Set(reserved)
    this.#notes = notes
  }

  /** Takes the preferred name. The name of a global gets the suffix `Body`; a clash gets a number and a note. */
  claim(preferred: string, source: string): string {
    const name = globalTypes.has(preferred) ? `${preferred}Body` : preferred
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
  // `GETPet` begins with the word `GET`: every capital but the one that begins the next word.
  const camel = pascal.replace(/^(\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}+)/u, (capitals) => capitals.toLowerCase())
  return startWithLetter(camel)
}

/** Joins the words of a text, each with a capital. A text without lower case, such as `GET_PETS`, loses its capitals. */
export function toPascalCase(text: string): string {
  const cased = /\p{Ll}/u.test(text) ? text : text.toLowerCase()
  return joinWords(cased)
}

/** The type name for a schema at a place of the document, such as `#/components/schemas/pet.status`. */
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
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

function startWithLetter(name: string): string {
  return /^\p{N}/u.test(name) ? `_${name}` : name
}
