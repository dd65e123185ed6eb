import { equalJson, findAt, isObject, own, type Json } from '@contract-kit/json-schema/json'
import { conjoinedWith, findKeyword, isValid } from '@contract-kit/json-schema/schemas'
import { boundaryValues } from '@contract-kit/json-schema/values'
import { findBodyMedia, type SketchField } from '@contract-kit/resources/exchanges'
import { choicesOf, findProgress, firstState } from '../document/states.ts'
import { bodyOutline } from '../document/writable.ts'
import { Refusal } from '../http/call.ts'
import { toText } from '../values/to-text.ts'
import { editAt } from './edit-document.ts'
import type { Item } from '../state/item.ts'
import { afterwards, changeShown, despite, itemOf, recall, remember, withBody, withInput } from './effects.ts'
import type { FaultKind, Site } from './fault.ts'
import {
  atNames,
  inRoles,
  isAlwaysShown,
  isRead,
  isShownName,
  keptNames,
  kindOf,
  leaveOut,
  optionalNames,
  writing,
  writtenFields,
} from './item-site.ts'

const readable = 'Let an operation read the item, by the id that its creation returns or by a link.'

/** A valid value of a property other than its default; undefined if there is none. */
function otherThanDefault({ sketch, defaultValue }: SketchField): Json | undefined {
  const [node] = sketch.nodes
  if (node === undefined || defaultValue === undefined) return undefined
  const values = boundaryValues(node, { direction: 'request' }).map(({ value }) => value)
  const candidates = typeof defaultValue === 'boolean' ? [!defaultValue] : values
  return candidates.find((value) => value !== null && !equalJson(value, defaultValue) && isValid(node, value))
}

/** The properties of a type that the client sets and responses show. */
const keptOf = (site: Site, type: 'object' | 'array'): readonly string[] => {
  const kept = new Set(keptNames(site))
  return writtenFields(site).flatMap(([name, { sketch }]) =>
    kept.has(name) && sketch.types.has(type) ? [name] : [],
  )
}

/** What creations, changes and deletions do to the items. */
export const writeFaults: readonly FaultKind[] = [
  inRoles('creation-not-stored', 'A new item is not stored', ['create'], readable, (site) =>
    isRead(site)
      ? { behave: afterwards(({ created, undo }) => (created.length > 0 ? undo() : undefined)) }
      : undefined,
  ),
  inRoles(
    'creation-stored-twice',
    'A new item is stored twice',
    ['create'],
    'Show the total in the list, or test it yourself: the checker looks for the item that it made.',
    (site) =>
      site.plans.some(({ role }) => role.name === 'list' && role.kind === kindOf(site))
        ? {
            behave: afterwards(({ created }, { world }) => {
              for (const item of created) {
                const kind = world.kinds.find(({ resource }) => resource.key === item.kind)
                if (kind?.idName === undefined) continue
                const id = world.makeId(kind, item.under, item.value)
                const key = world.keyFor(kind, item.under, toText(id))
                world.store.put({
                  ...item,
                  key,
                  id: toText(id),
                  value: { ...item.value, [kind.idName]: id },
                  order: world.store.nextOrder(),
                })
              }
            }),
          }
        : undefined,
  ),
  inRoles('change-not-stored', 'A change is not stored', ['replace', 'patch', 'act'], readable, (site) =>
    isRead(site)
      ? { behave: afterwards(({ changed, undo }) => (changed.length > 0 ? undo() : undefined)) }
      : undefined,
  ),
  atNames('property-not-stored', 'A property is shown but not stored', writing, readable, (site) =>
    (isRead(site) ? keptNames(site) : []).map((name) => ({
      place: name,
      deviation: {
        behave: afterwards(({ created, changed }, { world }) => {
          for (const item of created)
            if (Object.hasOwn(item.value, name))
              world.store.put({ ...item, value: leaveOut(item.value, name) })
          for (const { before, after } of changed) {
            const [was, is] = [own(before.value, name), own(after.value, name)]
            if (!equalJson(was, is))
              world.store.put({
                ...after,
                value: was === undefined ? leaveOut(after.value, name) : { ...after.value, [name]: was },
              })
          }
        }),
      },
    })),
  ),
  atNames('property-ignored', 'A property that is sent is ignored', writing, readable, (site) =>
    optionalNames(site).map((name) => ({
      place: name,
      deviation: { behave: withInput((input) => withBody(input, (body) => leaveOut(body, name))) },
    })),
  ),
  atNames(
    'default-not-applied',
    'A default is not applied',
    ['create', 'replace'],
    'Show the property in responses.',
    (site) =>
      writtenFields(site).flatMap(([name, field]) => {
        const other = keptNames(site).includes(name) ? otherThanDefault(field) : undefined
        if (other === undefined) return []
        // The validator has filled the default in, so a default that a client sends is lost too.
        const isDefault = (value: Json | undefined): boolean =>
          value === undefined || equalJson(value, field.defaultValue)
        return [
          {
            place: name,
            deviation: {
              behave: withInput((input) =>
                withBody(input, (body) => (isDefault(own(body, name)) ? { ...body, [name]: other } : body)),
              ),
            },
          },
        ]
      }),
  ),
  inRoles(
    'patch-replaces',
    'PATCH resets what it does not name',
    ['patch'],
    'Let PATCH have optional properties, and an operation read the item.',
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
    'The response to a change shows the item as it was',
    ['replace', 'patch'],
    'Show the item in the response.',
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
    'PATCH replaces an object within the item',
    ['patch'],
    'Describe the objects within the item, and let PATCH have optional properties in them.',
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
    'Items of a list are added to those that it should replace',
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
    'PUT has the status of a creation for a replacement',
    ['replace'],
    'Let an operation read the item.',
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
    'Let an operation create the items, and one read them.',
    ({ plan, plans, operation }) => {
      const kind = kindOf({ plan })
      const removal = plans.find(({ role }) => role.name === 'remove' && role.kind === kind)
      const isTold = ['404', '410', '4XX', 'default'].some((status) => operation.responses.has(status))
      if (removal === undefined || kind === undefined || !isTold) return []
      return [
        {
          place: '',
          alsoAt: [removal.operation.id],
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
    'A change sets the time of creation anew',
    ['replace', 'patch'],
    'Name the property as is usual, `createdAt`, and mark it `readOnly`.',
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
    'PUT keeps what it does not name',
    ['replace'],
    'Let PUT have optional properties, and an operation read the item.',
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
  inRoles(
    'deletion-without-effect',
    'A deleted item is still there',
    ['remove'],
    'Let an operation read or list the items, and document its 404.',
    () => ({
      behave: afterwards(({ removed, undo }) => (removed.length > 0 ? undo() : undefined)),
    }),
  ),
  inRoles(
    'deletion-of-another',
    'Another item is deleted as well',
    ['remove'],
    'Test it yourself: the checker looks for the item that it deleted.',
    () => ({
      behave: afterwards(({ removed: [item] }, { world }) => {
        const other = item && world.store.listKind(item.kind).at(-1)
        if (other !== undefined) world.store.delete(other.key)
      }),
    }),
  ),
  inRoles(
    'children-outlive',
    'Items below a deleted one are still there',
    ['remove'],
    'Let an operation read or list the items below.',
    ({ plan, kinds }) =>
      kinds.some(({ resources }) =>
        resources.some(({ parent }) => parent !== undefined && parent.key === kindOf({ plan })?.resource.key),
      )
        ? {
            behave: afterwards(({ removed }, { world }) => {
              for (const item of removed)
                if (
                  item.under.length > 0 &&
                  world.kinds.some(({ resource }) => resource.key === item.kind) &&
                  item.kind !== kindOf({ plan })?.resource.key
                )
                  world.store.put({ ...item, under: [] })
            }),
          }
        : undefined,
  ),
  atNames(
    'read-only-written',
    'A read-only property is taken from the request',
    writing,
    'Mark the property `readOnly`, in the schema of the request too.',
    (site) =>
      writtenFields(site)
        .filter(
          ([name, { isReadOnly }]) => isReadOnly && name !== kindOf(site)?.idName && isShownName(site, name),
        )
        .map(([name, { sketch }]) => ({
          place: name,
          deviation: {
            // The validator rejects read-only properties.
            validateBy: (document) =>
              sketch.nodes
                .flatMap((node) => [...conjoinedWith(node)])
                .reduce(
                  (edited, { pointer }) => editAt(edited, pointer, (held) => leaveOut(held, 'readOnly')),
                  document,
                ),
            behave: afterwards(({ created, changed }, { world, plan: { role } }, { reply, input }) => {
              const body = (input.body ?? null) as Json
              const sent = isObject(body) ? own(body, name) : undefined
              const item = created[0] ?? changed[0]?.after
              if (sent === undefined || item === undefined || role.name === 'example') return undefined
              world.store.put({ ...item, value: { ...item.value, [name]: sent } })
              return changeShown(reply, role.kind, item, (shown) => ({ ...shown, [name]: sent }))
            }),
          },
        })),
  ),
  atNames(
    'write-only-shown',
    'A write-only property is shown',
    ['create', 'read', 'replace', 'patch'],
    'Mark the property `writeOnly`.',
    (site) => {
      const names = (kindOf(site)?.resources ?? []).flatMap(({ create }) => {
        const fields = create === undefined ? [] : [...(bodyOutline(create.operation)?.fields() ?? [])]
        return fields.flatMap(([name, { sketch }]) =>
          sketch.nodes.some((node) => findKeyword(node, 'writeOnly') === true) ? [name] : [],
        )
      })
      return [...new Set(names)].map((name) => ({
        place: name,
        deviation: {
          behave: afterwards((_effects, { world, plan: { role } }, { reply }) =>
            role.name === 'example'
              ? undefined
              : world.store.listKind(role.kind.resource.key).reduce(
                  (shown, item) =>
                    changeShown(shown, role.kind, item, (value) => ({
                      ...value,
                      [name]: own(item.value, name) ?? 'secret',
                    })),
                  reply,
                ),
          ),
        },
      }))
    },
  ),
  inRoles(
    'rejected-leaves-traces',
    'A rejected request is carried out',
    writing,
    'Let an operation read or list the items.',
    (site) => {
      const { operation, document } = site
      const status = [400, 422].find((one) => operation.responses.has(String(one)))
      const media = operation.body && findBodyMedia(operation.body)
      if (status === undefined || media?.schema === undefined || !isRead(site)) return undefined
      if (!isObject(findAt(document.raw, media.pointer) ?? null)) return undefined
      const { schema, pointer } = media
      return {
        validateBy: (raw) => editAt(raw, pointer, (held) => ({ ...held, schema: {} })),
        behave: (run) => (input, call) => {
          const reply = run(input, call)
          if (isValid(schema, input.body ?? null, { direction: 'request' })) return reply
          throw new Refusal(status, 'The request is not valid')
        },
      }
    },
  ),
  inRoles(
    'transition-illegal',
    'An action is done in a state that does not allow it',
    ['act'],
    'Say in the description which states allow the action: `Only drafts can be published`.',
    ({ operation, plan: { role } }) => {
      const change = role.name === 'act' ? role.action.change : undefined
      if (role.name !== 'act' || change?.isState !== true || !operation.responses.has('409')) return undefined
      const first = firstState(
        choicesOf(
          role.kind.shown.flatMap((sketch) => sketch.fields().get(change.property)?.sketch.nodes ?? []),
        ),
      )
      return {
        behave: despite([409], (input, call, scene) => {
          const item = itemOf(scene, input, call)
          if (item === undefined || first === undefined) return undefined
          scene.world.store.put({ ...item, value: { ...item.value, [change.property]: first } })
          return { input, call }
        }),
      }
    },
  ),
  inRoles(
    'job-never-ends',
    'A job never ends',
    ['read'],
    'List the states of the job in an `enum`, and return 202 when it is created.',
    ({ plan: { role } }) => {
      const progress = role.name === 'read' ? findProgress(role.kind) : undefined
      if (progress === undefined) return undefined
      return {
        behave: afterwards((_effects, scene, { reply, input, call }) => {
          const item = itemOf(scene, input, call)
          return item === undefined ||
            role.name === 'example' ||
            progress.open.has(toText(own(item.value, progress.property)))
            ? undefined
            : changeShown(reply, role.kind, item, (shown) => ({
                ...shown,
                [progress.property]: progress.first,
              }))
        }),
      }
    },
  ),
]
