import { escapePattern } from './expressions.ts'

/** A custom text format: how to validate a text, and how to generate one. */
export interface CustomFormat {
  /** Whether a text matches the format. */
  readonly validate: (text: string) => boolean
  /** Generates a text of the format from an integer seed. It must be deterministic, with different texts for different seeds if possible. */
  readonly generate: (index: number) => string
}

/** The most texts generated for a custom format. */
const TEXTS = 100

/** A custom format that schemas can name by its key. The key is known for as long as a set of schemas uses the format. */
export interface KnownFormat {
  /** The key in schemas. Names are not unique: two runs in one process may give a name different meanings. */
  readonly key: string
  readonly validate: CustomFormat['validate']
  readonly language: ReturnType<typeof toLanguage>
}

const known = new WeakMap<CustomFormat, Map<string, KnownFormat>>()

/** Formats by key. Entries are weak, so that unused formats are freed. */
const byKey = new Map<string, WeakRef<KnownFormat>>()
const ended = new FinalizationRegistry<string>((key) => byKey.delete(key))
let count = 0

/**
 * Registers a custom format; idempotent for the same object and name. Throws RangeError if a function is missing,
 * or if the format rejects a text that it generates.
 */
export const knowFormat = (name: string, format: CustomFormat): KnownFormat => {
  if (typeof format.validate !== 'function' || typeof format.generate !== 'function')
    throw new RangeError(`The format ${name} must have two functions, validate and generate.`)
  const byName = known.get(format) ?? new Map<string, KnownFormat>()
  known.set(format, byName)
  const earlier = byName.get(name)
  if (earlier !== undefined) return earlier
  const texts = [...new Set(Array.from({ length: TEXTS }, (_, index) => format.generate(index)))]
  const wrong = texts.find((text) => !format.validate(text))
  if (wrong !== undefined)
    throw new RangeError(`The format ${name} makes ${JSON.stringify(wrong)}, which it does not take.`)
  count += 1
  const made = {
    key: `${name}#${count}`,
    validate: format.validate,
    language: toLanguage(name, format, texts),
  }
  byName.set(name, made)
  byKey.set(made.key, new WeakRef(made))
  ended.register(made, made.key)
  return made
}

/** The custom format of a key; undefined for any other format. */
export const findCustomFormat = (key: string): KnownFormat | undefined => byKey.get(key)?.deref()

/** A format as the document names it. */
export const nameOfFormat = (format: string): string =>
  byKey.has(format) ? format.slice(0, format.lastIndexOf('#')) : format

/** A custom format for the generators: accepted texts, and altered texts that it rejects. */
const toLanguage = (name: string, { validate }: CustomFormat, texts: readonly string[]) => {
  const [first = ''] = texts
  const spoiled = [`not-a-${name}`, '', `${first}!`, `!${first}`, first.slice(1), first.slice(0, -1)]
  const refused = [...new Set(spoiled)].filter((text) => !validate(text))
  return {
    accepted: [oneOf(texts.slice(0, 10)), oneOf(texts)],
    envelope: '',
    refused: refused.length === 0 ? [] : [oneOf(refused)],
    blatant: refused.slice(0, 2),
    near: refused,
  }
}

const oneOf = (texts: readonly string[]): string => `^(?:${texts.map(escapePattern).join('|')})$`
