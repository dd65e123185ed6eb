import { readListedItems, type ListedItem } from '../../resources/listed-items.ts'
import type { Resource } from '../../resources/resource-graph.ts'
import type { Exchange } from '../../run/exchange.ts'
import { findNextPage, type NextPage } from './next-page.ts'
import type { ScenarioStep } from './scenario-step.ts'
import { isDone, type StepOptions, type Walk } from './walk.ts'

/** What a walk through a list showed. */
export interface PagesWalked {
  readonly items: readonly ListedItem[]
  readonly pages: number
  /** Whether the end was reached, or a page that showed nothing new. */
  readonly isWhole: boolean
}

/** How to walk. */
export interface PageOptions {
  /** Page size to ask for, where the list lets one. */
  readonly size: number | undefined
  readonly maxPages: number
  readonly stepOf: (page: number) => ScenarioStep
}

/** Reads a list page by page, from the first to the last. */
export const walkPages = async (
  walk: Walk,
  resource: Resource,
  { size, maxPages, stepOf }: PageOptions,
): Promise<PagesWalked> => {
  const { list } = resource
  if (list === undefined) return { items: [], pages: 0, isWhole: false }
  const sizing = sizeOverride(resource, size)
  const all: ListedItem[] = []
  const seen = new Set<string>()
  let options: StepOptions = { overrides: sizing }
  for (let index = 0; index < maxPages; index += 1) {
    const exchange = await walk.send(stepOf(index + 1), list.operation, options)
    const items = isDone(exchange) ? readListedItems(resource, exchange) : undefined
    if (items === undefined) return { items: all, pages: index + 1, isWhole: false }
    const page = { exchange, items, skipped: all.length, index, size: sizing.length === 0 ? undefined : size }
    all.push(...items)
    const next = findNextPage(page, list.paging)
    const isNews = items.some((item) => !seen.has(nameOf(item)))
    for (const item of items) seen.add(nameOf(item))
    if (next.kind === 'end' || !isNews) return { items: all, pages: index + 1, isWhole: true }
    const following = toOptions(walk, next, sizing, exchange)
    if (following === undefined) return { items: all, pages: index + 1, isWhole: false }
    options = following
  }
  return { items: all, pages: maxPages, isWhole: false }
}

/** The override that asks for a page of a size; none where the list has no such parameter. */
export const sizeOverride = (
  { list }: Resource,
  size: number | undefined,
): NonNullable<StepOptions['overrides']> =>
  list?.paging?.size === undefined || size === undefined
    ? []
    : [{ location: 'query', name: list.paging.size, value: size }]

const nameOf = ({ id, value }: ListedItem): string => JSON.stringify(id ?? value)

const toOptions = (
  walk: Walk,
  next: NextPage,
  sizing: NonNullable<StepOptions['overrides']>,
  exchange: Exchange,
): StepOptions | undefined => {
  if (next.kind === 'position') return { overrides: [...sizing, next.override] }
  const requestTarget = next.kind === 'url' ? walk.port.toTarget(next.reference, exchange) : undefined
  const { values } = exchange.case
  return requestTarget === undefined || values === undefined ? undefined : { values, requestTarget }
}
