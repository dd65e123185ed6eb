import { createFinding, type Finding } from '../../core/check.ts'
import { defineEvidence, judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import { type Json, parsePointer } from '@contract-kit/json-schema/json'
import { buildResourceGraph, type Resource } from '@contract-kit/resources'
import { findIds, idQueryOf, readId, readListedItems, sketchValue } from '@contract-kit/resources/exchanges'
import { fillsPath, matchPath } from '@contract-kit/resources/paths'
import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import { fitsParameter, isSameId, outcomeOf } from '../../compare/facts.ts'

/** An item was created, and its `Location` was requested. */
export const locationFollowed = defineEvidence<{ created: Exchange; followed: Exchange }>('Location followed')

/**
 * The `Location` of a created item leads to that item (RFC 9110, 10.2.2): it contains the id in the response, and its URL returns the item.
 * Reports the creation. If the item is missing at the URL of its id, `created-resource-unavailable` reports it.
 */
export const locationValidRule: PropertyRule = {
  id: 'location-valid',
  title: 'Location does not lead to the created item',
  severity: 'medium',
  oracles: [judges(locationFollowed, ({ created, followed }) => judgeFollowed(created, followed))],
  verify: (exchange) =>
    namesAnother(exchange) ? accuse(exchange, 'names another item than the created one') : [],
}

const judgeFollowed = (created: Exchange, followed: Exchange): readonly Finding[] => {
  if (!isSuccess(created) || namesAnother(created)) return []
  if (showsList(followed, created)) return accuse(created, 'leads to a list, not to the created item')
  if (leavesBase(followed))
    return accuse(created, 'lacks the path of the base URL, so nothing is found there')
  if (showsAnother(followed, created)) return accuse(created, 'leads to another item than the created one')
  return outcomeOf(created) === 'done' && leadsNowhere(followed, created)
    ? accuse(created, 'leads nowhere')
    : []
}

const accuse = (created: Exchange, clause: string): readonly Finding[] => [
  createFinding(locationValidRule, created, `${describeResponse(created)} has a Location that ${clause}.`),
]

const isSuccess = ({ response: { status } }: Exchange): boolean => status >= 200 && status < 300

/** Whether the id in the URL differs from that in the response. */
const namesAnother = (created: Exchange): boolean => {
  const location = created.response.header('location')
  if (location === undefined || !isSuccess(created) || created.case.request.method !== 'POST') return false
  return resourcesOf(created).some((resource) => {
    const made = shownId(resource, created)
    const named =
      resource.itemPath === undefined
        ? undefined
        : Object.entries(matchPath(resource.itemPath, location) ?? {}).at(-1)
    return (
      made !== undefined &&
      named !== undefined &&
      fitsParameter(named[0], made.property) &&
      !isSameId(made.id, named[1])
    )
  })
}

/** Whether the URL returns a list, although the creation's response describes one item. */
const showsList = (followed: Exchange, created: Exchange): boolean =>
  created.response.status === 201 &&
  outcomeOf(followed) === 'done' &&
  resourcesOf(created).some(
    (resource) =>
      resource.create?.operation === created.case.operation &&
      resource.itemPath !== undefined &&
      resource.list !== undefined &&
      resource.list.operation === followed.case.operation &&
      readListedItems(resource, followed) !== undefined &&
      shownId(resource, created) !== undefined,
  )

/** Whether the URL is a documented path without the base path, and returns 404. */
const leavesBase = ({ document, case: { request }, response: { status } }: Exchange): boolean => {
  const path = request.target.replace(/^(\/\.\.)+/, '').replace(/[?#].*$/s, '')
  if (path === request.target || (status !== 404 && status !== 410)) return false
  return document.operations.some(
    (operation) => operation.method === 'GET' && fillsPath(operation.path, path),
  )
}

/** Whether the URL returns an item with another id in the same property. */
const showsAnother = (followed: Exchange, created: Exchange): boolean =>
  outcomeOf(followed) === 'done' &&
  resourcesOf(created).some((resource) => {
    const [made, found] = [shownId(resource, created), shownId(resource, followed)]
    return (
      made !== undefined &&
      found !== undefined &&
      made.pointer === found.pointer &&
      !isSameId(made.id, found.id)
    )
  })

/** Whether the URL returns 404. Excludes the URL that reads the item by id, because the checker requests that separately. */
const leadsNowhere = (followed: Exchange, created: Exchange): boolean => {
  const { operation, request, values } = followed.case
  if (request.target.startsWith('/../')) return false
  if (operation === undefined) return outcomeOf(followed) === 'gone' || followed.response.status === 405
  if (outcomeOf(followed) !== 'gone') return false
  return !resourcesOf(created).some(({ create, read, ...resource }) => {
    if (read?.operation !== operation || create?.operation !== created.case.operation) return false
    const made = shownId({ create, read, ...resource }, created)
    return (
      made === undefined || (read.id?.location === 'path' && isSameId(made.id, values?.path[read.id.name]))
    )
  })
}

/** The resources that an operation may have created: its own, or else that of its path. */
const resourcesOf = ({ document, case: { operation } }: Exchange): readonly Resource[] =>
  buildResourceGraph(document).resources.filter(
    ({ create, collectionPath }) =>
      create?.operation === operation || (operation !== undefined && collectionPath === operation.path),
  )

const shownId = (
  resource: Resource,
  { response: { json } }: Exchange,
): { readonly id: Json; readonly pointer: string; readonly property: string } | undefined => {
  const query = idQueryOf(resource)
  const [pointer] = json === undefined ? [] : findIds(sketchValue(json), query)
  const id = pointer === undefined || json === undefined ? undefined : readId(json, pointer, query)
  if (pointer === undefined || id === undefined || id === null) return undefined
  return { id, pointer, property: parsePointer(pointer).at(-1) ?? '' }
}
