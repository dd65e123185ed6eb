import type { Resource, ResourceList } from '../../resources/resource-graph.ts'
import { operationInputs } from '../../resources/operation-inputs.ts'
import type { ScenarioStep } from './scenario-step.ts'
import type { Walk } from './walk.ts'
import { sizeOverride, walkPages, type PagesWalked } from './walk-pages.ts'

/** Pages read before a list is taken as too long to be read whole. */
const MAX_PAGES = 20

/** Items that a scenario may add to a list that came in one answer before. */
const ROOM = 8

/** Page size asked for where the document sets no limit. */
const LARGE = 100

/** The list beside which items are made and which shows all of them; undefined where it is somewhere else, or shows a choice only. */
export const findWholeList = ({ list, create }: Resource): ResourceList | undefined => {
  if (list === undefined || (create !== undefined && !isBeside(list, create.operation.path))) return undefined
  const { size, position } = list.paging ?? {}
  const isChoice = operationInputs(list.operation).some(
    ({ location, name, isRequired }) =>
      isRequired && location === 'query' && name !== size && name !== position,
  )
  return isChoice ? undefined : list
}

/** The path that lists is the one that creates, or one above the path that puts an item, or neither has parameters. */
const isBeside = ({ operation }: ResourceList, path: string): boolean =>
  operation.path === path ||
  path.replace(/\/\{[^/]*\}\/?$/, '') === operation.path ||
  !/\{/.test(operation.path + path)

/** The largest page a list gives. */
export const largestPage = ({ list }: Resource): number | undefined =>
  list?.paging?.size === undefined
    ? undefined
    : Math.max(list.paging.minSize, Math.min(list.paging.maxSize ?? LARGE, LARGE))

/** Reads the whole list before something is changed. Later lists are read the same way. */
export const listBefore = async (walk: Walk, resource: Resource): Promise<PagesWalked | undefined> => {
  if (findWholeList(resource) === undefined) return undefined
  const size = largestPage(resource)
  const walked = await walkPages(walk, resource, {
    size,
    maxPages: MAX_PAGES,
    stepOf: (page) => (page === 1 ? 'list-before' : 'list-page'),
  })
  const { paging } = resource.list ?? {}
  const hasRoom = size === undefined ? paging?.position === undefined : walked.items.length + ROOM <= size
  walk.fitsOneAnswer.set(resource, walked.isWhole && walked.pages === 1 && hasRoom)
  return walked
}

/** Reads the whole list again, ending with the given step; sends nothing under that step where the end cannot be reached. */
export const listAfter = async (walk: Walk, resource: Resource, step: ScenarioStep): Promise<void> => {
  const list = findWholeList(resource)
  if (list === undefined) return
  const size = largestPage(resource)
  if (walk.fitsOneAnswer.get(resource) !== true) {
    const walked = await walkPages(walk, resource, { size, maxPages: MAX_PAGES, stepOf: () => 'list-page' })
    if (!walked.isWhole) return
  }
  await walk.send(step, list.operation, { overrides: sizeOverride(resource, size) })
}
