import type { ApiMedia } from '../document/api-document.ts'
import { encodingRuleOf, type EncodingRule } from './encoding-rule.ts'
import { joinFields, type FieldReading } from './join-fields.ts'
import { mediaKindOf } from './media-kind.ts'
import { readJsonText } from './read-json-text.ts'
import { parsePairs, type RawPairs } from './parse-pairs.ts'
import { readPairs } from './read-pairs.ts'
import { decodingsFor } from './decoding.ts'
import type { Reading } from './reading.ts'
import { propertyNamesOf, propertyNodesOf, typesOfAny } from './schema-shape.ts'

/** What an `application/x-www-form-urlencoded` body says: an object, each field read by its own schema and encoding. */
export const readForm = (media: ApiMedia, body: string): Reading => {
  const source = parsePairs('form', body)
  const declared = media.schema === undefined ? [] : propertyNamesOf(media.schema)
  const rules = declared.map((name) => encodingRuleOf(media, name))
  const strays = source.pairs
    .map(([name]) => name)
    .filter((name) => !rules.some((rule) => isClaimed(rule, name)))
  const names = [...new Set([...declared, ...strays])]
  return joinFields(names.map((name) => readField(media, encodingRuleOf(media, name), source, names)))
}

// `address[street]` belongs to the field `address`, if that is written as deepObject.
const isClaimed = (rule: EncodingRule, name: string): boolean =>
  rule.name === name || (rule.style === 'deepObject' && name.startsWith(`${rule.name}[`))

const readField = (
  media: ApiMedia,
  rule: EncodingRule,
  source: RawPairs,
  names: readonly string[],
): FieldReading => {
  const { name } = rule
  const nodes = media.schema === undefined ? [] : propertyNodesOf(media.schema, name)
  const taken = new Set(names.filter((other) => other !== name))
  const isJson = rule.contentType !== undefined && mediaKindOf(rule.contentType) === 'json'
  const isObject = nodes.length > 0 && typesOfAny(nodes).has('object')
  if (rule.isStyled || !(isJson || isObject))
    return { name, nodes, reading: readPairs({ rule, nodes, taken }, source) }
  const plain = readPairs({ rule: { ...rule, explode: false }, nodes, taken }, source)
  const raws = source.pairs.flatMap(([key, raw]) => (key === name ? [raw] : []))
  const [decoding] = decodingsFor('form', raws)
  const parsed = raws.map((raw) => readJsonText(decoding?.decode(raw) ?? raw))
  const values = parsed.flatMap((found) => (found === undefined ? [] : [found.value]))
  return {
    name,
    nodes,
    reading: { strict: plain.strict.map((candidates) => [...values, ...candidates]), lenient: plain.lenient },
  }
}
