import { isObject, type Json, writeJson } from '@contract-kit/json-schema/json'
import {
  describeProperty,
  describingSchemas,
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
  const seen = new Set(texts)
  const [schema] = nodes.flatMap((node) => schemasForItem(node, value.length - 1))
  if (seen.size === value.length || schema === undefined) return value
  const seed = deriveSeed(value.length, schema.documentUri, schema.pointer)
  const others = drawSamples(validValuesOf(schema, { direction: 'request' }), seed, 2 * value.length)
    .filter((item) => seen.size < seen.add(writeJson(item)).size)
    .values()
  return value.map((item, index) =>
    texts.indexOf(texts[index] ?? '') === index ? item : (others.next().value ?? item),
  )
}
