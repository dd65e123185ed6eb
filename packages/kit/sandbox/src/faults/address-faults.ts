import { type Json, own } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import { tellsAbsence } from '../http/choose.ts'
import { stepsOf } from '../document/kinds.ts'
import { documents } from '../http/conditions.ts'
import type { Item } from '../state/item.ts'
import { afterwards, changeHeader, despite, keepUnder, recall, remember } from './effects.ts'
import { byStatus, type FaultKind } from './fault.ts'
import { inRoles, keptNames, kindOf, removalOf } from './item-site.ts'

const onItems = ['read', 'replace', 'patch', 'remove'] as const

/** Resolves an unknown id to the last item of a kind. */
const toAnother = (parameter: string, kindKey: string) =>
  despite([404, 410], (input, call, { world }) => {
    const other = world.store.listKind(kindKey).at(-1)
    return other && { input: { ...input, path: { ...input.path, [parameter]: other.id } }, call }
  })

/** Faults in resolving a path or an id to an item. */
export const addressFaults: readonly FaultKind[] = [
  inRoles(
    'unknown-is-found',
    'An unknown id returns another item',
    onItems,
    ({ plan: { role } }) =>
      role.name === 'remove'
        ? 'Test it yourself: the deletion of a missing item may succeed (RFC 9110, 9.2.2).'
        : 'Return the id of the path in the response.',
    ({ operation, plan: { role } }) => {
      const step = stepsOf(operation).at(-1)
      const isTold = tellsAbsence(operation)
      return !isTold || step === undefined || role.name === 'example'
        ? undefined
        : {
            behave: toAnother(step.parameter, role.kind.resource.key),
          }
    },
  ),
  inRoles(
    'other-parent',
    'An item is found under another parent',
    onItems,
    byStatus(
      [404, 410],
      'Document an operation that creates parents: the test needs two of them.',
      'Document the 404 for an item under another parent.',
    ),
    ({ operation, plan: { role } }) => {
      const steps = stepsOf(operation)
      const last = steps.at(-1)
      return steps.length < 2 || last === undefined || role.name === 'example'
        ? undefined
        : {
            behave: despite([404], (input, call, { world }) => {
              const items = world.store.listKind(role.kind.resource.key)
              const item = items.find(({ id }) => id === String(input.path[last.parameter]))
              return item && { input: { ...input, path: { ...input.path, ...idsAround(item, steps) } }, call }
            }),
          }
    },
  ),
  inRoles(
    'unknown-parent-is-found',
    'An unknown parent id leads to another parent',
    ['create', 'list'],
    'Document operations that create and delete the parents.',
    ({ operation, plan: { role } }) => {
      const step = stepsOf(operation).at(-1)
      const parent = role.name === 'example' ? undefined : role.resource.parent
      const isTold = tellsAbsence(operation)
      return !isTold || step === undefined || parent === undefined
        ? undefined
        : {
            behave: toAnother(step.parameter, parent.key),
          }
    },
  ),
  inRoles(
    'location-elsewhere',
    '`Location` leads to another item',
    ['create'],
    'Document an operation that reads the item, and return its id when it is created.',
    ({ operation }) =>
      hasLocation(operation) ? { respond: (reply) => changeHeader(reply, 'location', otherId) } : undefined,
  ),
  inRoles(
    'location-of-list',
    '`Location` leads to the list',
    ['create'],
    'Document an operation that reads the item, and return its id when it is created.',
    ({ operation }) =>
      hasLocation(operation)
        ? { respond: (reply) => changeHeader(reply, 'location', (value) => value.replace(/\/[^/]+$/, '')) }
        : undefined,
  ),
  inRoles(
    'id-of-another',
    'A new item gets the id of an earlier one',
    ['create'],
    'Return the id when the item is created.',
    (site) => {
      const idName = kindOf(site)?.idName
      if (idName === undefined || keptNames(site).includes(idName)) return undefined
      return {
        behave: afterwards(({ created: [item] }, { world }, { reply }) => {
          const kind = world.kinds.find(({ resource }) => resource.key === item?.kind)
          const { first } = recall(world)
          const earlier = typeof first === 'string' ? world.store.get(first) : undefined
          if (item === undefined || kind?.idName === undefined) return undefined
          if (
            earlier === undefined ||
            earlier.kind !== item.kind ||
            earlier.under.join() !== item.under.join()
          ) {
            remember(world, { first: item.key })
            return undefined
          }
          return keepUnder(world, kind, item, own(earlier.value, kind.idName) ?? null, reply)
        }),
      }
    },
  ),
  {
    id: 'id-reused',
    class: 'state',
    title: 'A new item gets the id of a deleted one',
    advice: 'Return the id when the item is created, and document an operation that deletes items.',
    find: (site) => {
      const kind = kindOf(site)
      const removal = removalOf(site)
      const isMade = kind?.idName !== undefined && !keptNames(site).includes(kind.idName)
      if (site.plan.role.name !== 'create' || removal === undefined || !isMade) return []
      return [
        {
          place: '',
          alsoAt: [removal.id],
          deviation: {
            behave: afterwards(({ created: [item], removed: [gone] }, { world }, { reply }) => {
              if (gone !== undefined) remember(world, { gone: gone as unknown as Json })
              const free = recall(world)['gone'] as unknown as Item | undefined
              const isFree = free?.kind === item?.kind && free?.under.join() === item?.under.join()
              if (item === undefined || free === undefined || kind?.idName === undefined || !isFree)
                return undefined
              remember(world, {})
              return keepUnder(world, kind, item, own(free.value, kind.idName) ?? null, reply)
            }),
          },
        },
      ]
    },
  },
]

const hasLocation = ({ responses }: ApiOperation): boolean =>
  [...responses.values()].some((response) => documents(response, 'location'))

/** Another id of the same form. */
const otherId = (text: string): string =>
  text.replace(/[a-z\d](?=[^a-z\d]*$)/i, (last) => (last === '9' ? '8' : '9'))

/** The parent ids of an item, by path parameter. */
const idsAround = ({ under }: Item, steps: ReturnType<typeof stepsOf>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    steps.slice(0, -1).flatMap(({ parameter }, index) => {
      const key = under[index]
      return key === undefined ? [] : [[parameter, decodeURIComponent(key.split('/').at(-1) ?? '')]]
    }),
  )
