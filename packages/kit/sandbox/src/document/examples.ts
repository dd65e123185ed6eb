import { appendTokens, findAt, isObject, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import type { ApiMedia, ApiOperation } from '@contract-kit/openapi'
import { type Resource } from '@contract-kit/resources'
import { findJsonMedia, idQueryOf, sketchSchema } from '@contract-kit/resources/exchanges'
import { exampleOf } from '../values/fit.ts'
import type { Kind } from './kinds.ts'
import { locateItem, locateItems } from './places.ts'

/** An item of the document's examples, and the operation that shows it. */
export interface ExampleItem {
  readonly value: JsonObject
  readonly operation: ApiOperation
  readonly resource: Resource
}

/** The example items of a kind: from responses with one item first, then from lists. */
export function exampleItems({ resources }: Kind): readonly ExampleItem[] {
  return [
    ...resources.flatMap((resource) => {
      const calls = [resource.read, resource.create, resource.replace, resource.patch]
      return calls.flatMap((call) => (call === undefined ? [] : singleItems(call.operation, resource)))
    }),
    ...resources.flatMap((resource) =>
      resource.list === undefined ? [] : listedItems(resource.list, resource),
    ),
  ]
}

function singleItems(operation: ApiOperation, resource: Resource): readonly ExampleItem[] {
  return examplesOf(operation).flatMap(({ value, media }) => {
    const sketch = media.schema && sketchSchema(media.schema)
    const place = sketch && locateItem(sketch, resource.name, idQueryOf(resource))
    const item = place === undefined ? value : findAt(value, appendTokens('', ...place.path))
    return item !== undefined && isObject(item) ? [{ value: item, operation, resource }] : []
  })
}

function listedItems(list: NonNullable<Resource['list']>, resource: Resource): readonly ExampleItem[] {
  const { operation } = list
  return examplesOf(operation).flatMap(({ value, media }) => {
    const place = media.schema && locateItems(sketchSchema(media.schema), list, resource.name)
    const items = place && findAt(value, appendTokens('', ...place.path))
    return Array.isArray(items)
      ? items.flatMap((item) => (isObject(item) ? [{ value: item, operation, resource }] : []))
      : []
  })
}

/** The examples of an operation's successful JSON responses: unnamed, named, and from the schemas. */
function examplesOf({
  responses,
}: ApiOperation): readonly { readonly value: Json; readonly media: ApiMedia }[] {
  return [...responses.values()]
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ media }) => {
      const json = findJsonMedia(media)
      if (json === undefined) return []
      const own = json.examples.map(({ value }) => value)
      const ofSchema = json.schema && exampleOf(json.schema)
      return [...own, ...(own.length === 0 && ofSchema !== undefined ? [ofSchema] : [])].map((value) => ({
        value,
        media: json,
      }))
    })
}
