import { equalJson, findAt, isObject, own, type Json } from '@contract-kit/json-schema/json'
import { conjoinedWith, findKeyword, isValid } from '@contract-kit/json-schema/schemas'

import { findBodyMedia } from '@contract-kit/resources/exchanges'
import { choicesOf, findProgress, firstState } from '../document/states.ts'
import { bodyOutline } from '../document/writable.ts'
import { Refusal } from '../http/call.ts'
import { toText } from '../values/to-text.ts'
import { editAt } from './edit-document.ts'
import { afterwards, changeShown, despite, itemOf, withBody, withInput } from './effects.ts'
import type { FaultKind } from './fault.ts'
import { otherValue } from './other-value.ts'
import {
  atNames,
  inRoles,
  isRead,
  isShownName,
  keptNames,
  kindOf,
  leaveOut,
  optionalNames,
  readable,
  writing,
  writtenFields,
} from './item-site.ts'

/** Faults in creating, deleting, storing and showing items. */
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
    'Return the total in the list, or test it yourself: the checker looks for the item that it created.',
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
  atNames('property-ignored', 'A sent property is ignored', writing, readable, (site) =>
    optionalNames(site).map((name) => ({
      place: name,
      deviation: { behave: withInput((input) => withBody(input, (body) => leaveOut(body, name))) },
    })),
  ),
  atNames(
    'default-not-applied',
    'A default is not applied',
    ['create', 'replace'],
    'Return the property in responses.',
    (site) =>
      writtenFields(site).flatMap(([name, { sketch, defaultValue }]) => {
        const [node] = keptNames(site).includes(name) ? sketch.nodes : []
        const other = node && defaultValue !== undefined ? otherValue(node, defaultValue) : undefined
        if (other === undefined) return []
        // The validator has filled in the default, so a default sent by the client is lost, too.
        const isDefault = (value: Json | undefined): boolean =>
          value === undefined || equalJson(value, defaultValue)
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
    'deletion-without-effect',
    'A deleted item still exists',
    ['remove'],
    'Document an operation that reads or lists the items, and its 404.',
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
    'Items below a deleted item still exist',
    ['remove'],
    'Document an operation that reads or lists the items below.',
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
    'A read-only property is set from the request',
    writing,
    'Mark the property `readOnly`, also in the schema of the request.',
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
                .flatMap(conjoinedWith)
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
    'A rejected request takes effect',
    writing,
    'Document an operation that reads or lists the items.',
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
    'An action is accepted in a state that does not allow it',
    ['act'],
    'State in the description which states allow the action: `Only drafts can be published`.',
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
