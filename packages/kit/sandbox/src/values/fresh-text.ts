import { findKeyword, isValid, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { validValuesOf } from '@contract-kit/json-schema/values'
import { sample } from 'fast-check'
import { exampleOf } from './fit.ts'
import { hexOf, randomOf, uuidOf } from './ids.ts'

/**
 * A text that names something new, such as a token or the id of a request: like the example of its schemas, else random. Another seed gives
 * another text. Undefined if the schemas allow none.
 */
export function freshText(nodes: readonly SchemaNode[], seed: number): string | undefined {
  const random = randomOf(seed)
  const candidates = [
    () => likeExample(nodes, random),
    () => uuidOf(seed),
    () => hexOf(seed, 32),
    () => anyText(nodes, seed),
  ]
  for (const make of candidates) {
    const text = make()
    if (text !== undefined && nodes.every((node) => isValid(node, text))) return text
  }
  return undefined
}

/** The example with other letters and digits; a prefix such as `tok_` stays. */
function likeExample(nodes: readonly SchemaNode[], random: () => number): string | undefined {
  const example = nodes.map(exampleOf).find((value) => typeof value === 'string')
  if (typeof example !== 'string' || example.length < 8) return undefined
  if (nodes.some((node) => findKeyword(node, 'format') === 'uuid')) return undefined
  const prefix = /^[a-z]{1,8}_(?:[a-z]{1,8}_)?/i.exec(example)?.[0] ?? ''
  const changed = example.slice(prefix.length).replaceAll(/[a-z\d]/gi, (sign) => {
    const signs = /\d/.test(sign) ? digits : /[a-z]/.test(sign) ? letters : letters.toUpperCase()
    return signs[random() % signs.length] ?? sign
  })
  return prefix + changed
}

const digits = '0123456789'
const letters = 'abcdefghijklmnopqrstuvwxyz'

/** A text that the narrowest of the schemas allows, preferably of letters and digits. */
function anyText(nodes: readonly SchemaNode[], seed: number): string | undefined {
  const [narrowest] = nodes.toSorted(
    (one, other) => Object.keys(other.schema).length - Object.keys(one.schema).length,
  )
  if (narrowest === undefined) return undefined
  const texts = sample(validValuesOf(narrowest), { seed, numRuns: 8 }).filter(
    (value) => typeof value === 'string',
  )
  return texts.find((text) => /^[\w.~-]+$/.test(text)) ?? texts[0]
}
