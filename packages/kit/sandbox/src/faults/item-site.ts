import type { ApiOperation } from '@contract-kit/openapi'
import type { JsonObject } from '@contract-kit/json-schema/json'
import type { SketchField } from '@contract-kit/resources/exchanges'
import type { Kind } from '../document/kinds.ts'
import { bodyOutline } from '../document/writable.ts'
import {
  type Advice,
  type Deviation,
  everywhere,
  type FaultKind,
  type FoundPlace,
  type Site,
} from './fault.ts'

type RoleName = Site['plan']['role']['name']

/** A fault that changes items, for operations in certain roles. */
export const inRoles = (
  id: string,
  title: string,
  roles: readonly RoleName[],
  advice: Advice,
  find: (site: Site) => Deviation | undefined,
): FaultKind => atNames(id, title, roles, advice, (site) => everywhere(find(site)))

/** The same, per property. */
export const atNames = (
  id: string,
  title: string,
  roles: readonly RoleName[],
  advice: Advice,
  find: (site: Site) => readonly FoundPlace[],
): FaultKind => ({
  id,
  class: 'state',
  title,
  advice,
  find: (site) => (roles.includes(site.plan.role.name) ? find(site) : []),
})

/** The operation that deletes the items of an operation. */
export const removalOf = (site: Pick<Site, 'plan' | 'plans'>): ApiOperation | undefined => {
  const kind = kindOf(site)
  return site.plans.find(({ role }) => role.name === 'remove' && role.kind === kind)?.operation
}

export const writing = ['create', 'replace', 'patch'] as const

/** The kind of the items of an operation. */
export const kindOf = ({ plan: { role } }: Pick<Site, 'plan'>): Kind | undefined =>
  role.name === 'example' ? undefined : role.kind

/** The properties that the body of an operation may have. */
export const writtenFields = ({ operation }: Site): readonly (readonly [string, SketchField])[] => [
  ...(bodyOutline(operation)?.fields() ?? []),
]

/** The properties of an item in each response that shows one. */
const shownFields = (site: Site): readonly ReadonlyMap<string, SketchField>[] =>
  kindOf(site)?.shown.map((sketch) => sketch.fields()) ?? []

/** Whether a response shows a property of the item. */
export const isShownName = (site: Site, name: string): boolean =>
  shownFields(site).some((fields) => fields.has(name))

/** Whether responses always show a property. */
export const isAlwaysShown = (site: Site, name: string): boolean =>
  shownFields(site).some((fields) => fields.get(name)?.isRequired === true)

/** The properties that the client sets and responses show. */
export const keptNames = (site: Site): readonly string[] =>
  writtenFields(site).flatMap(([name, { isReadOnly }]) =>
    !isReadOnly && isShownName(site, name) ? [name] : [],
  )

/** The kept properties that a request may omit. */
export const optionalNames = (site: Site): readonly string[] => {
  const required = new Set(
    writtenFields(site).flatMap(([name, { isRequired }]) => (isRequired ? [name] : [])),
  )
  return keptNames(site).filter((name) => !required.has(name))
}

/** Whether another operation reads the items that this one changes. */
export const isRead = (site: Site): boolean => {
  const kind = kindOf(site)
  return site.plans.some(({ role }) => (role.name === 'read' || role.name === 'list') && role.kind === kind)
}

export const leaveOut = (object: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([one]) => one !== name))

/** Advice that makes most item faults detectable. */
export const readable =
  'Document an operation that reads the item, by the id that its creation returns or by a link.'
