import type { ApiOperation } from '../document/api-document.ts'
import { answerSketch } from './answer-sketch.ts'
import { findIds, type IdQuery } from './find-id.ts'
import { findItems } from './find-items.ts'
import { findPaging } from './find-paging.ts'
import type { ResourceList } from './resource-graph.ts'
import type { Sketch } from './sketch.ts'

/** How an operation lists things, as far as the document tells. */
export const toResourceList = (operation: ApiOperation, entity: string, query?: IdQuery): ResourceList => {
  const answer = answerSketch(operation)
  const items = answer && findItems(answer, entity)
  return {
    operation,
    itemsPointer: items?.pointer,
    idPointer:
      items?.item && findItemId(items.item, query ?? { entity, parameter: undefined, types: new Set() }),
    paging: findPaging(operation),
  }
}

/** Where an item of a list has its id: empty where the item itself is it, undefined where none is known. */
export const findItemId = (item: Sketch, query: IdQuery): string | undefined => {
  if (item.types.size > 0 && !item.types.has('object') && !item.types.has('array')) return ''
  return findIds(item, query)[0]
}
