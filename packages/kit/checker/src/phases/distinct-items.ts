import { isObject, type Json, writeJson } from '@contract-kit/json-schema/json'
import {
  describeProperty,
  describingSchemas,
  findKeyword,
  schemasForItem,
  type SchemaNode,
} from '@contract-kit/json-schema/schemas'
import { validValuesOf } from '@contract-kit/json-schema/values'
import { deriveSeed } from '../core/case.ts'
import { drawSamples } from './candidate-values.ts'

/** Whether a case is about the length of a list; its items may then be any. */
export const countsItems = ({ keyword }: { readonly keyword: string }): boolean =>
  keyword === 'minItems' || keyword === 'maxItems'

/**
 * Copies a body in which no list has the same object twice, as far as the schema allows other objects. A list of a certain length is made
 * of the items of a working request, and a server may require that items differ. Looks at the body and its members.
 */
export const withDistinctItems = (schema: SchemaNode, value: Json, fits: (value: Json) => boolean): Json => {
  const nodes = describingSchemas([schema], value, 'request')
  const distinct = isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, held]) => [
          name,
          differing(held, describingSchemas(describeProperty(nodes, name).schemas, held, 'request')),
        ]),
      )
    : differing(value, nodes)
  return fits(distinct) ? distinct : value
}

const differing = (value: Json, nodes: readonly SchemaNode[]): Json => {
  if (!Array.isArray(value) || !value.every(isObject)) return value
  const texts = value.map((item) => writeJson(item))
  const [schema] = nodes.flatMap((node) => schemasForItem(node, value.length - 1))
  if (new Set(texts).size === value.length || schema === undefined) return value
  const seen = new Set<string>()
  const isNew = (item: Json): boolean => {
    const marks = marksOf(item, schema)
    return marks.every((mark) => !seen.has(mark)) && marks.every((mark) => seen.add(mark))
  }
  const isFirst = value.map((item, index) => texts.indexOf(texts[index] ?? '') === index && isNew(item))
  const seed = deriveSeed(value.length, schema.documentUri, schema.pointer)
  const drawn = drawSamples(validValuesOf(schema, { direction: 'request' }), seed, 3 * value.length)
  const others = drawn.filter(isNew).values()
  return value.map((item, index) => (isFirst[index] === true ? item : (others.next().value ?? item)))
}

/** What may have to differ between items: the item as a whole, and each text that is no choice, since it may be a key. */
const marksOf = (item: Json, schema: SchemaNode): readonly string[] => {
  const nodes = describingSchemas([schema], item, 'request')
  const isKey = (name: string, held: Json): boolean =>
    typeof held === 'string' &&
    describeProperty(nodes, name).schemas.every((node) => findKeyword(node, 'enum') === undefined)
  const texts = Object.entries(isObject(item) ? item : {}).filter(([name, held]) => isKey(name, held))
  return [writeJson(item), ...texts.map(([name, held]) => `${name} ${writeJson(held)}`)]
}
