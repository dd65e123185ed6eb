import { isObject, own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import { oncePer } from '@contract-kit/json-schema/memo'
import { findDiscriminator, findKeyword, isValid } from '@contract-kit/json-schema/schemas'
import { validValuesOf } from '@contract-kit/json-schema/values'
import { exampleValue } from '@contract-kit/openapi'
import { type Sketch } from '@contract-kit/resources/exchanges'
import { wordsOf } from '@contract-kit/resources/words'
import { sample } from 'fast-check'
import type { Kind } from '../document/kinds.ts'
import { choicesOf } from '../document/states.ts'
import { valueOfAll } from './fit.ts'

/** Generates an item of a kind that only the server creates. Each `index` gives other values. */
export function inventItem(kind: Kind, index: number): JsonObject {
  const { name, shown } = kind
  const whole = exampleOfKind(kind)
  const discriminators = shown.flatMap(({ nodes }) =>
    nodes.flatMap((node) => findDiscriminator(node)?.property ?? []),
  )
  const invented: Record<string, Json> = {}
  for (const sketch of shown) {
    for (const [property, field] of sketch.fields()) {
      if (invented[property] !== undefined) continue
      const template = own(whole, property) ?? valueOfAll(field.sketch.nodes)
      const value = discriminators.includes(property)
        ? template
        : inventValue(name, property, field.sketch, template, index)
      if (value !== undefined) invented[property] = value
    }
  }
  return invented
}

const exampleOfKind = oncePer(({ shown }: Kind): JsonObject => {
  const schema = shown[0]?.nodes[0]
  const made = exampleValue({ schema, examples: [] }, 'response', true) ?? null
  return isObject(made) ? made : {}
})

function inventValue(
  entity: string,
  property: string,
  sketch: Sketch,
  template: Json | undefined,
  index: number,
): Json | undefined {
  const accepts = (value: Json): boolean => sketch.accepts(value)
  const choices = choicesOf(sketch.nodes)
  if (choices.length > 0) return choices[index % choices.length]
  const text = readableText(entity, property, sketch, index)
  if (text !== undefined && accepts(text)) return text
  if (typeof template === 'number' && accepts(template + index)) return template + index
  if (typeof template === 'boolean' && accepts(index % 2 === 0)) return index % 2 === 0
  if (typeof template !== 'string' || index === 0) return template
  const letter = 'abcdefghijklmnopqrstuvwxyz'[index % 26] ?? ''
  const near = [`${template}${index}`, `${template}${letter}`].find(accepts)
  const [node] = sketch.nodes
  if (near !== undefined || node === undefined) return near ?? template
  const others = sample(validValuesOf(node), { seed: index, numRuns: 5 })
  return others.find((value) => !isObject(value) && accepts(value) && value !== template) ?? template
}

/** A human-readable text, by format and name. */
function readableText(
  entity: string,
  property: string,
  { nodes, types }: Sketch,
  index: number,
): string | undefined {
  if (!types.has('string')) return undefined
  const format = nodes.map((node) => findKeyword(node, 'format')).find((one) => typeof one === 'string')
  const number = index + 1
  switch (format) {
    case undefined: {
      const label = ['name', 'title', 'label', 'subject'].includes(wordsOf(property).at(-1) ?? '')
        ? entity
        : property
      const readable = wordsOf(label).join(' ')
      const text = `${readable.charAt(0).toUpperCase()}${readable.slice(1)} ${number}`
      return nodes.every((node) => isValid(node, text)) ? text : undefined
    }
    case 'email':
      return `${entity}${number}@example.com`
    case 'uri':
    case 'url':
      return `https://example.com/${entity}/${number}`
    case 'date':
      return `2025-01-${String(number).padStart(2, '0')}`
    case 'date-time':
      return `2025-01-${String(number).padStart(2, '0')}T09:00:00Z`
    default:
      return undefined
  }
}
