import type { ApiOperation } from '../document/api-document.ts'
import { answerSketch } from './answer-sketch.ts'
import { findIds, type IdQuery } from './find-id.ts'
import { findItems } from './find-items.ts'
import { idQueryOf } from './finish-resources.ts'
import { ID_WORDS, entityOf } from './reference-name.ts'
import type { Producer, Resource } from './resource-graph.ts'
import { findItemId } from './resource-list.ts'
import { parsePointer } from '../schema/json-pointer.ts'
import { isSameName, wordsOf } from './words-of.ts'

/** Where the id of a resource, or the property of it that a reference names by its suffix, can be had; creation first. */
export const findProducers = (resource: Resource, suffix: string): readonly Producer[] =>
  suffix === '' || ID_WORDS.includes(suffix) || suffixOf(resource) === suffix
    ? [...createdIds(resource), ...listedIds(resource)]
    : namedFields(resource, suffix)

const suffixOf = (resource: Resource): string => wordsOf(idQueryOf(resource).parameter ?? '').at(-1) ?? ''

const createdIds = ({ create, createdId }: Resource): readonly Producer[] =>
  create === undefined
    ? []
    : createdId.map((expression) => ({
        operation: create.operation,
        expression,
        origin: expression.startsWith('$response.header.') ? 'location' : 'inferred',
      }))

const listedIds = ({ list }: Resource): readonly Producer[] =>
  list?.itemsPointer === undefined || list.idPointer === undefined
    ? []
    : [inferred(list.operation, `$response.body#${list.itemsPointer}/*${list.idPointer}`)]

/** A property other than the id, such as the `code` that `productCode` names. */
const namedFields = ({ name, create, list, read }: Resource, suffix: string): readonly Producer[] => {
  const query: IdQuery = { entity: name, parameter: suffix, types: new Set() }
  const isNamed = (pointer: string) => {
    const last = parsePointer(pointer).at(-1) ?? ''
    return isSameName(last, suffix) || entityOf(last) === name + suffix
  }
  const fromOne = [create, read].flatMap((call) => {
    const answer = call && answerSketch(call.operation)
    if (call === undefined || answer === undefined) return []
    return findIds(answer, query)
      .filter(isNamed)
      .map((pointer) => inferred(call.operation, `$response.body#${pointer}`))
  })
  const answer = list && answerSketch(list.operation)
  const items = answer && findItems(answer, name)
  const inItem = items?.item && findItemId(items.item, query)
  if (list === undefined || items === undefined || inItem === undefined || !isNamed(inItem)) return fromOne
  return [...fromOne, inferred(list.operation, `$response.body#${items.pointer}/*${inItem}`)]
}

const inferred = (operation: ApiOperation, expression: string): Producer => ({
  operation,
  expression,
  origin: 'inferred',
})
