import { equalJson, isObject, own, type Json } from '@contract-kit/json-schema/json'
import { findKeyword } from '@contract-kit/json-schema/schemas'
import { tellsAbsence } from '../http/choose.ts'
import type { Item } from '../state/item.ts'
import { afterwards, changeShown, despite, itemOf, recall, remember, withBody, withInput } from './effects.ts'
import type { FaultKind, Site } from './fault.ts'
import {
  atNames,
  inRoles,
  isAlwaysShown,
  isRead,
  keptNames,
  kindOf,
  leaveOut,
  optionalNames,
  readable,
  removalOf,
  writtenFields,
} from './item-site.ts'

/** The properties of a type that the client sets and responses show. */
const keptOf = (site: Site, type: 'object' | 'array'): readonly string[] => {
  const kept = new Set(keptNames(site))
  return writtenFields(site).flatMap(([name, { sketch }]) =>
    kept.has(name) && sketch.types.has(type) ? [name] : [],
  )
}

/** Faults of PUT and PATCH. */
export const changeFaults: readonly FaultKind[] = [
  inRoles('change-not-stored', 'A change is not stored', ['replace', 'patch', 'act'], readable, (site) =>
    isRead(site)
      ? { behave: afterwards(({ changed, undo }) => (changed.length > 0 ? undo() : undefined)) }
      : undefined,
  ),
  inRoles(
    'patch-replaces',
    'PATCH resets properties that it does not name',
    ['patch'],
    'Make properties of PATCH optional, and document an operation that reads the item.',
    (site) => {
      const names = keptNames(site).filter((name) => !isAlwaysShown(site, name))
      return names.length === 0
        ? undefined
        : {
            behave: afterwards(({ changed }, { world, plan: { role } }, { reply, input }) => {
              const sent = Object.keys(isObject(input.body ?? null) ? (input.body as object) : {})
              const item = changed[0]?.after
              const lost = names.filter(
                (name) => !sent.includes(name) && item !== undefined && Object.hasOwn(item.value, name),
              )
              if (item === undefined || role.name === 'example' || lost.length === 0) return undefined
              world.store.put({ ...item, value: lost.reduce(leaveOut, item.value) })
              return changeShown(reply, role.kind, item, (shown) => lost.reduce(leaveOut, shown))
            }),
          }
    },
  ),
  inRoles(
    'change-shown-late',
    'The response to a change shows the item before the change',
    ['replace', 'patch'],
    'Return the item in the response.',
    (site) => ({
      behave: afterwards(({ changed: [change] }, { plan: { role } }, { reply }) => {
        if (change === undefined || role.name === 'example') return undefined
        const { before, after } = change
        return keptNames(site)
          .filter((name) => !equalJson(own(before.value, name), own(after.value, name)))
          .reduce(
            (shown, name) =>
              changeShown(shown, role.kind, after, (value) => {
                const was = own(before.value, name)
                return was === undefined ? leaveOut(value, name) : { ...value, [name]: was }
              }),
            reply,
          )
      }),
    }),
  ),
  atNames(
    'patch-replaces-object',
    'PATCH replaces a nested object as a whole',
    ['patch'],
    'Describe the nested objects, and make their properties optional in PATCH.',
    (site) =>
      keptOf(site, 'object').map((name) => ({
        place: name,
        deviation: {
          behave: afterwards(({ changed }, { world }, { input }) => {
            const sent = own((input.body ?? null) as Json, name)
            const item = changed[0]?.after
            if (item === undefined || !isObject(sent ?? null) || equalJson(own(item.value, name), sent))
              return
            world.store.put({ ...item, value: { ...item.value, [name]: sent ?? null } })
          }),
        },
      })),
  ),
  atNames(
    'list-grows',
    'A list is appended to the stored one, not put in its place',
    ['replace', 'patch'],
    readable,
    (site) =>
      keptOf(site, 'array').map((name) => ({
        place: name,
        deviation: {
          behave: afterwards(({ changed }, { world }) => {
            for (const { before, after } of changed) {
              const [was, is] = [own(before.value, name), own(after.value, name)]
              if (Array.isArray(was) && Array.isArray(is) && !equalJson(was, is))
                world.store.put({ ...after, value: { ...after.value, [name]: [...was, ...is] } })
            }
          }),
        },
      })),
  ),
  inRoles(
    'replacement-as-creation',
    'PUT returns 201 for a replacement',
    ['replace'],
    'Document an operation that reads the item.',
    ({ operation: { responses } }) =>
      responses.has('201') && (responses.has('200') || responses.has('204'))
        ? {
            behave: afterwards(({ changed }, _scene, { reply }) =>
              changed.length > 0 ? { ...reply, status: 201 } : undefined,
            ),
          }
        : undefined,
  ),
  atNames(
    'deleted-revived',
    'A change brings a deleted item back',
    ['patch', 'replace'],
    'Document operations that create and read the items.',
    (site) => {
      const [kind, removal] = [kindOf(site), removalOf(site)]
      if (removal === undefined || kind === undefined || !tellsAbsence(site.operation)) return []
      return [
        {
          place: '',
          alsoAt: [removal.id],
          deviation: {
            behave: (run, scene) => (input, call) => {
              const { world } = scene
              if (scene.plan.role.name === 'remove') {
                const before = [...world.store.listKind(kind.resource.key)]
                const reply = run(input, call)
                const gone = before.find(({ key }) => world.store.get(key) === undefined)
                if (gone !== undefined) remember(world, { gone: gone as unknown as Json })
                return reply
              }
              return despite([404, 410], () => {
                const gone = recall(world)['gone'] as unknown as Item | undefined
                const isNamed = Object.values(input.path).some((id) => String(id) === gone?.id)
                if (gone === undefined || !isNamed) return undefined
                world.store.put(gone)
                return { input, call }
              })(run, scene)(input, call)
            },
          },
        },
      ]
    },
  ),
  atNames(
    'creation-time-renewed',
    'A change resets the creation time',
    ['replace', 'patch'],
    'Give the property its usual name, `createdAt`, and mark it `readOnly`.',
    (site) => {
      const times = (kindOf(site)?.shown ?? []).flatMap((sketch) =>
        [...sketch.fields()].flatMap(([name, field]) =>
          /^(?:creat|made|added|opened|registered)/i.test(name) &&
          field.sketch.nodes.some((node) => findKeyword(node, 'format') === 'date-time')
            ? [name]
            : [],
        ),
      )
      return [...new Set(times)].map((name) => ({
        place: name,
        deviation: {
          behave: afterwards(({ changed: [change] }, { world, plan: { role } }, { reply }) => {
            const item = change?.after
            const was = item && own(item.value, name)
            if (item === undefined || typeof was !== 'string' || role.name === 'example') return undefined
            const renewed = new Date(Date.parse(was) + 1000).toISOString()
            world.store.put({ ...item, value: { ...item.value, [name]: renewed } })
            return changeShown(reply, role.kind, item, (shown) => ({ ...shown, [name]: renewed }))
          }),
        },
      }))
    },
  ),
  inRoles(
    'put-merges',
    'PUT keeps properties that it omits',
    ['replace'],
    'Make properties of PUT optional, and document an operation that reads the item.',
    (site) => {
      const names = optionalNames(site)
      return names.length === 0
        ? undefined
        : {
            behave: withInput((input, call, scene) => {
              const held = itemOf(scene, input, call)?.value ?? {}
              const kept = names
                .filter((name) => Object.hasOwn(held, name))
                .map((name) => [name, held[name] ?? null] as const)
              return withBody(input, (body) => ({ ...Object.fromEntries(kept), ...body }))
            }),
          }
    },
  ),
]
