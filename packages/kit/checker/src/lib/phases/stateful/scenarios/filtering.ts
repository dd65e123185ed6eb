import type { ApiOperation } from '../../../document/api-document.ts'
import type { Resource } from '../../../resources/resource-graph.ts'
import { readListedItems } from '../../../resources/listed-items.ts'
import { appendTokens } from '../../../schema/json-pointer.ts'
import { isObject, own, type Json } from '../../../schema/json.ts'
import type { RequestValues } from '../../../wire/request-values.ts'
import { defineScenario } from '../define-scenario.ts'
import { createItem } from '../establish-item.ts'
import { filterValues, findFilters, type Filter } from '../find-filters.ts'
import { findObjectBody } from '../json-body.ts'
import { provideInputs } from '../provide-inputs.ts'
import type { Scenario } from '../scenario.ts'
import type { ValueOverride } from '../scenario-port.ts'
import { isDone, type Walk } from '../walk.ts'
import { findWholeList, largestPage } from '../whole-list.ts'
import { sizeOverride } from '../walk-pages.ts'

/** Bodies drawn until one differs from the first item in the property that is filtered by. */
const DRAWS = 8

/** A list that is filtered by a property shows only the items that have the value asked for. */
export const planFilters = (resource: Resource): readonly Scenario[] => {
  const { list } = resource
  if (list === undefined || findWholeList(resource) === undefined) return []
  const { operation } = list
  return findFilters(resource).map((filter) => {
    const { name } = filter.parameter
    const title = `the list of ${resource.name} keeps to the filter ${name}`
    return defineScenario(`filter ${operation.id} ${name}`, operation, title, (walk) =>
      narrow(walk, resource, operation, filter),
    )
  })
}

const narrow = async (walk: Walk, resource: Resource, list: ApiOperation, filter: Filter): Promise<void> => {
  await provideInputs(walk, list, resource)
  if (resource.create !== undefined) {
    const first = await createItem(walk, resource)
    const taken = sentValue(resource.create.operation, first.case.values, filter)
    await createItem(
      walk,
      resource,
      'create-second',
      differing(walk, resource.create.operation, filter, taken),
    )
  }
  const sizing = sizeOverride(resource, largestPage(resource))
  const whole = await walk.send('list-page', list, { overrides: sizing })
  const items = isDone(whole) ? (readListedItems(resource, whole) ?? []) : []
  const shown = items.flatMap(({ value }) => (isObject(value) ? (own(value, filter.property) ?? []) : []))
  for (const value of filterValues(filter, shown)) {
    const override = { location: 'query', name: filter.parameter.name, value } as const
    await walk.send('filter', list, { overrides: [...sizing, override] })
  }
}

const sentValue = (
  create: ApiOperation,
  values: RequestValues | undefined,
  { property }: Filter,
): Json | undefined => {
  const body = values && findObjectBody(create, values)?.value
  return body && own(body, property)
}

/** A value for the second item that the first one does not have, out of bodies as they are drawn. */
const differing = (
  walk: Walk,
  create: ApiOperation,
  filter: Filter,
  taken: Json | undefined,
): readonly ValueOverride[] => {
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const value = sentValue(create, walk.draw(create), filter)
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(taken))
      return [{ location: 'body', name: appendTokens('', filter.property), value }]
  }
  return []
}
