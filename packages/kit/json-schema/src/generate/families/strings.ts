import { type Arbitrary, sample } from 'fast-check'
import { type JsonObject, own } from '../../base/json.ts'
import { countOf } from '../../keywords/rule.ts'
import { escapePattern } from '../../text/expressions.ts'
import { completed, type TextConstraints } from '../../text/find-language.ts'
import { textsOf } from '../../text/texts.ts'
import { type Alternative, just, type TextDraft, type TextFact } from '../draft.ts'
import { type Outcome, refuse } from '../plan.ts'

const textFact = (constraints: TextConstraints): TextFact => ({ kind: 'text', constraints })

/** The requirements of the string keywords for a text. */
export const holdText = (schema: JsonObject): TextFact[] => {
  const [minLength, maxLength, pattern, format] = keywordsOf(schema)
  const constraints: TextConstraints = {
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern === undefined ? {} : { patterns: [pattern] }),
    ...(format === undefined ? {} : { formats: [format] }),
  }
  return Object.keys(constraints).length === 0 ? [] : [textFact(constraints)]
}

/** The ways in which a text breaks one of the keywords for strings. */
export const failText = (schema: JsonObject): Alternative[] => {
  const [minLength, maxLength, pattern, format] = keywordsOf(schema)
  return [
    ...(minLength === undefined || minLength === 0 ? [] : [just(textFact({ maxLength: minLength - 1 }))]),
    ...(maxLength === undefined ? [] : [just(textFact({ minLength: maxLength + 1 }))]),
    ...(pattern === undefined ? [] : [just(textFact({ notPatterns: [pattern] }))]),
    ...(format === undefined ? [] : [just(textFact({ notFormats: [format] }))]),
  ]
}

const keywordsOf = (schema: JsonObject) => {
  const [minLength, maxLength, pattern, format] = ['minLength', 'maxLength', 'pattern', 'format'].map((k) =>
    own(schema, k),
  )
  return [
    countOf(minLength),
    countOf(maxLength),
    typeof pattern === 'string' ? pattern : undefined,
    typeof format === 'string' ? format : undefined,
  ] as const
}

/** The texts of a draft. */
export interface TextPlan {
  /** The texts, made on first use. */
  readonly texts: () => Arbitrary<string>
  /** All texts, if they are few; else undefined. */
  readonly domain: () => readonly string[] | undefined
}

/** Languages of more texts than this count as endless. */
const MAX_DOMAIN = 8
/** Texts looked at while planning are drawn from this seed, so that they depend on the schema alone. */
const SEED = 20_260_102
/** More texts than this are kept out by trying again, not by the language. */
const MAX_LISTED = 20

/** Plans the texts of a draft. */
export const planText = (draft: TextDraft): Outcome<TextPlan> => {
  const { constraints, excluded } = draft
  const { minLength, maxLength, patterns, notPatterns, formats, notFormats } = completed(constraints)
  if (patterns.length + notPatterns.length + formats.length + notFormats.length === 0) {
    // Free texts of at least one character are countless; of none, there is one.
    if (maxLength === 0 && excluded.includes('')) return refuse('none', 'every text it allows is excluded')
    if (maxLength > 0) {
      const texts = (): Arbitrary<string> => without(supplied(textsOf({ minLength, maxLength })), excluded)
      return { kind: 'some', found: { texts, domain: () => undefined } }
    }
  }
  const isListed = excluded.length <= MAX_LISTED
  const supply = textsOf({
    ...constraints,
    ...(isListed
      ? { notPatterns: [...notPatterns, ...excluded.map((text) => `^${escapePattern(text)}$`)] }
      : {}),
  })
  if (supply.kind !== 'some') return refuse(supply.kind, supply.reason)
  const texts = isListed ? supply.texts : without(supply.texts, excluded)
  return {
    kind: 'some',
    found: { texts: () => texts, domain: () => (isListed ? listAll(draft, texts) : undefined) },
  }
}

/** Takes texts one by one, each time asking for others. */
const listAll = (draft: TextDraft, texts: Arbitrary<string>): readonly string[] | undefined => {
  const found: string[] = []
  let next: Arbitrary<string> | undefined = texts
  while (next !== undefined) {
    if (found.length >= MAX_DOMAIN) return undefined
    found.push(...sample(next, { seed: SEED, numRuns: 1 }))
    const others = draft.clone()
    others.add({ kind: 'notTexts', texts: found })
    const outcome = planText(others)
    if (outcome.kind === 'unknown') return undefined
    next = outcome.kind === 'some' ? outcome.found.texts() : undefined
  }
  return found
}

const without = (texts: Arbitrary<string>, excluded: readonly string[]): Arbitrary<string> =>
  excluded.length === 0 ? texts : texts.filter((text) => !excluded.includes(text))

const supplied = (supply: ReturnType<typeof textsOf>): Arbitrary<string> => {
  if (supply.kind === 'some') return supply.texts
  throw new Error(`Plain texts cannot be made: ${supply.reason}.`)
}
