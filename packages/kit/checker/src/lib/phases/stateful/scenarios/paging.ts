import type { ApiOperation } from '../../../document/api-document.ts'
import type { Paging, Resource } from '../../../resources/resource-graph.ts'
import { defineScenario } from '../define-scenario.ts'
import { createItem } from '../establish-item.ts'
import { provideInputs } from '../provide-inputs.ts'
import type { Scenario } from '../scenario.ts'
import { type Walk } from '../walk.ts'
import { sizeOverride, walkPages } from '../walk-pages.ts'
import { findWholeList, largestPage } from '../whole-list.ts'

/** Items made before the walk: two full pages and one that is not, by the smallest usual page. */
const ITEMS = 5

const MAX_PAGES = 12

/** The pages of a list together are the list: nothing is lost between two pages, nothing comes twice. */
export const planPaging = (resource: Resource): readonly Scenario[] => {
  const { list } = resource
  if (list?.paging === undefined || findWholeList(resource) === undefined) return []
  const { operation, paging } = list
  const title = `the pages of ${resource.name} are the whole list, each item once`
  return [
    defineScenario(`paging ${operation.id}`, operation, title, (walk) =>
      turnPages(walk, resource, operation, paging),
    ),
  ]
}

const turnPages = async (
  walk: Walk,
  resource: Resource,
  list: ApiOperation,
  paging: Paging,
): Promise<void> => {
  await provideInputs(walk, list, resource)
  for (let made = 0; resource.create !== undefined && made < ITEMS; made += 1)
    await createItem(walk, resource)
  const largest = largestPage(resource)
  const whole = await walkPages(walk, resource, {
    size: largest,
    maxPages: MAX_PAGES,
    stepOf: () => 'list-page',
  })
  if (!whole.isWhole || whole.items.length < 2) return
  const size = Math.max(paging.minSize, 2, Math.ceil(whole.items.length / (MAX_PAGES - 2)))
  const walked = await walkPages(walk, resource, {
    size: paging.size === undefined ? undefined : Math.min(size, paging.maxSize ?? size),
    maxPages: MAX_PAGES,
    stepOf: (page) => `page-${page}`,
  })
  const isOneAnswer = largest === undefined ? whole.pages === 1 : whole.items.length < largest
  if (walked.isWhole && isOneAnswer)
    await walk.send('list-all', list, { overrides: sizeOverride(resource, largest) })
}
