import { escapePattern } from './expressions.ts'

/** A format of texts that the standards do not know: how to judge a text, and how to make one. */
export interface CustomFormat {
  /** Whether a text is of the format. */
  readonly validate: (text: string) => boolean
  /** Makes a text of the format from a whole number: the same text for the same number, others for others if there are any. */
  readonly generate: (index: number) => string
}

/** How many texts of a custom format are made at most. */
const TEXTS = 100

/** A custom format that schemas can name by its key. The key is known for as long as a set of schemas uses the format. */
export interface KnownFormat {
  /** The name that schemas have for it: two runs of one process may mean different things by one name. */
  readonly key: string
  readonly validate: CustomFormat['validate']
  readonly language: ReturnType<typeof toLanguage>
}

const known = new WeakMap<CustomFormat, Map<string, KnownFormat>>()

/** Schemas are data, so they name a format by a text. A format that nobody keeps leaves no entry. */
const byKey = new Map<string, WeakRef<KnownFormat>>()
const ended = new FinalizationRegistry<string>((key) => byKey.delete(key))
let count = 0

/**
 * Makes a custom format known, the same for the same object and name. Throws RangeError with a sentence for a format without its functions,
 * or that makes a text it does not take.
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

/** A custom format as the generators know formats: texts that are made, and changed ones that are refused. */
const toLanguage = (name: string, { validate }: CustomFormat, texts: readonly string[]) => {
  const [first = ''] = texts
  const spoiled = [`not-a-${name}`, '', `${first}!`, `!${first}`, first.slice(1), first.slice(0, -1)]
  const refused = [...new Set(spoiled)].filter((text) => !validate(text))
  return {
    taken: [oneOf(texts.slice(0, 10)), oneOf(texts)],
    envelope: '',
    refused: refused.length === 0 ? [] : [oneOf(refused)],
    blatant: refused.slice(0, 2),
    near: refused,
  }
}

const oneOf = (texts: readonly string[]): string => `^(?:${texts.map(escapePattern).join('|')})$`
