import { createHash } from 'node:crypto'
import { emptyReply, jsonReply, withHeaders, type Reply } from '../kernel/reply.ts'
import { batchRule, scenePatchRule, sceneRule } from './bodies.ts'
import { basePath, Refusal, refuseUnknown, type Call, type Farm, type Handler } from './farm.ts'
import { assertLength, namesTag, once, readBytes, readJson, readText, unlessHad } from './read-request.ts'
import { lengthOf } from './rules.ts'
import type { Limits, Scene } from './store.ts'

/** The scene that the path names; one that was deleted, or is somebody else's, is not there. */
export const findScene = (
  { params, caller }: Call,
  farm: Farm,
  {
    evenDeleted = false,
    ofAnyone = false,
  }: { readonly evenDeleted?: boolean; readonly ofAnyone?: boolean } = {},
): Scene => {
  const scene = farm.store.scenes.get((params.sceneId ?? '').toLowerCase())
  if (scene === undefined || (scene.isDeleted && !evenDeleted)) return refuseUnknown(false, farm)
  if (scene.owner !== caller.account && !ofAnyone) return refuseUnknown(true, farm)
  return scene
}

/** A scene as it is returned. */
export const toldScene = ({ isDeleted: _deleted, unlockCode: _code, ...scene }: Scene): object => scene

const sceneReply = (status: number, scene: Scene): Reply =>
  withHeaders(jsonReply(status, toldScene(scene)), { etag: `"r${scene.revision}"` })

const sceneLocation = ({ id }: Scene, { on }: Farm): string =>
  on('scene-location-lacks-the-base') ? `/scenes/${id}` : `${basePath}/scenes/${id}`

// Choices that the document leaves to the farm: spaces around a name, and the composition of characters.
const keptName = (name: string, { on }: Farm): string => {
  if (on('names-lose-emoji')) return name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')
  const changed = on('names-are-composed')
    ? name.normalize('NFC')
    : on('names-are-trimmed')
      ? name.trim()
      : name
  return changed === '' || lengthOf(changed) > 80 ? name : changed
}

const keptDescription = (description: string | null, { on }: Farm): string | null =>
  on('nul-ends-a-description') ? (description?.split('\0')[0] ?? null) : description

const keptDeadline = (deadline: string | null, { on }: Farm): string | null => {
  if (on('deadlines-lose-their-offset')) return deadline?.replace(/[+-]\d\d:\d\d$/, 'Z') ?? null
  if (on('deadlines-lose-their-fraction')) return deadline?.replace(/\.\d+/, '') ?? null
  return deadline
}

const keptBudget = (budget: Scene['budget'], { on }: Farm): Scene['budget'] => {
  if (budget === null) return null
  if (on('budgets-lose-their-cents')) return { ...budget, amount: budget.amount.replace(/\d\d$/, '00') }
  if (on('budgets-become-euros')) return { ...budget, currency: 'EUR' }
  return budget
}

const sceneFrom = (sent: Partial<Scene>, id: string, owner: string, farm: Farm): Scene => {
  const { store, on } = farm
  const at = store.now()
  return {
    id,
    owner: on('owner-is-taken-from-the-body') ? (sent.owner ?? owner) : owner,
    name: keptName(sent.name ?? '', farm),
    description: keptDescription(sent.description ?? null, farm),
    tags: on('tags-are-sorted') ? (sent.tags ?? []).toSorted() : (sent.tags ?? []),
    priority: sent.priority ?? (on('priority-defaults-to-zero') ? 0 : 50),
    camera: sent.camera ?? {},
    limits: sent.limits ?? {},
    budget: keptBudget(sent.budget ?? null, farm),
    deadline: keptDeadline(sent.deadline ?? null, farm),
    isArchived: sent.isArchived ?? false,
    content: null,
    revision: 1,
    createdAt: at,
    updatedAt: at,
    ...(sent.unlockCode === undefined ? {} : { unlockCode: sent.unlockCode }),
    isDeleted: false,
  }
}

const withNumberInText = (value: unknown): unknown => {
  const { priority } = (value ?? {}) as { readonly priority?: unknown }
  const isNumber = typeof priority === 'string' && /^\d+$/.test(priority)
  return isNumber ? { ...(value as object), priority: Number(priority) } : value
}

export const createScene: Handler = (call, farm) =>
  once(call, farm, () => {
    const { store, on } = farm
    const freed = [...store.scenes.values()].find(({ isDeleted }) => isDeleted)
    const id = (on('scene-ids-come-again') ? freed?.id : undefined) ?? store.nextId('7')
    const prepare = (value: unknown): unknown => {
      const name = (value as Partial<Scene> | null)?.name
      if (on('refused-scene-is-kept') && typeof name === 'string')
        store.scenes.set(id, sceneFrom({ name, camera: { focalLength: 50 } }, id, call.caller.account, farm))
      return on('priority-in-text-is-taken') ? withNumberInText(value) : value
    }
    const sent = readJson(call, farm, sceneRule(on), { prepare })
    const scene = sceneFrom(sent as Partial<Scene>, id, call.caller.account, farm)
    store.scenes.set(id, scene)
    return withHeaders(sceneReply(201, scene), { location: sceneLocation(scene, farm) })
  })

export const getScene: Handler = (call, farm) => {
  const { on } = farm
  const scene = findScene(call, farm, {
    evenDeleted: on('deleted-scene-is-still-read'),
    ofAnyone: on('scenes-of-others-are-read'),
  })
  const reply = sceneReply(200, scene)
  return on('scene-never-is-not-modified') ? reply : unlessHad(call, reply)
}

const assertMatch = ({ request }: Call, { revision }: Scene, { on }: Farm): void => {
  const sent = request.headers.get('if-match')
  if (sent === null) return
  const isStrong = !on('if-match-compares-weakly')
  const isStar = on('star-is-no-tag') && sent.trim() === '*'
  if (isStar || !namesTag(sent, `"r${revision}"`, { isStrong })) throw new Refusal(412)
}

type Patch = Omit<Partial<Scene>, 'limits'> & {
  readonly limits?: Readonly<Record<string, number | null>> | null
}

const mergedLimits = (limits: Limits, patch: Patch['limits'], { on }: Farm): Limits => {
  if (patch === undefined) return limits
  if (patch === null) return {}
  const merged = on('patch-replaces-limits') ? patch : { ...limits, ...patch }
  return Object.fromEntries(
    Object.entries(merged).flatMap(([name, value]): [string, number][] => {
      if (value !== null) return [[name, value]]
      const before = on('null-keeps-a-limit') ? limits[name as keyof Limits] : undefined
      return before === undefined ? [] : [[name, before]]
    }),
  )
}

const deviantPatch = (sent: Patch, scene: Scene, { store, on }: Farm): Partial<Scene> => ({
  ...(on('patch-forgets-tags') ? { tags: sent.tags ?? [] } : {}),
  ...(on('patch-overlooks-zero') ? { priority: sent.priority || scene.priority } : {}),
  ...(on('patch-overlooks-null-deadline') ? { deadline: sent.deadline ?? scene.deadline } : {}),
  ...(on('null-description-becomes-text') && sent.description === null ? { description: 'null' } : {}),
  ...(on('patch-renews-creation-time') ? { createdAt: store.now() } : {}),
  ...(on('patched-names-are-latin-1') && sent.name !== undefined
    ? { name: Buffer.from(sent.name, 'latin1').toString('latin1') }
    : {}),
  ...(on('patched-deadlines-move') && typeof sent.deadline === 'string'
    ? { deadline: sent.deadline.replace(/T.*/i, 'T00:00:00Z') }
    : {}),
})

export const updateScene: Handler = (call, farm) => {
  const { store, on } = farm
  const scene = findScene(call, farm, { evenDeleted: on('patch-revives-a-deleted-scene') })
  if (!on('if-match-is-ignored') && !on('refused-change-is-kept')) assertMatch(call, scene, farm)
  const sent = readJson(call, farm, scenePatchRule(on), {
    type: 'application/merge-patch+json',
    prepare: (value) => (on('crashes-on-null-change') ? Object.assign(value as object) : value),
  }) as Patch
  const { limits, ...fields } = sent
  const isNothing = Object.entries(fields).every(
    ([name, value]) => JSON.stringify(scene[name as keyof Scene]) === JSON.stringify(value),
  )
  const keepsRevision =
    (on('archiving-keeps-the-etag') && sent.isArchived !== undefined) ||
    (on('change-of-nothing-keeps-the-etag') && isNothing && limits === undefined)
  const changed: Scene = {
    ...scene,
    ...fields,
    limits: mergedLimits(scene.limits, limits, farm),
    ...deviantPatch(sent, scene, farm),
    revision: keepsRevision ? scene.revision : scene.revision + 1,
    updatedAt: keepsRevision ? scene.updatedAt : store.now(),
    isDeleted: false,
  }
  store.scenes.set(scene.id, changed)
  if (on('refused-change-is-kept')) assertMatch(call, scene, farm)
  return sceneReply(200, changed)
}

export const deleteScene: Handler = (call, farm) => {
  const { store, on } = farm
  const scene = findScene(call, farm, { evenDeleted: on('deleting-a-scene-twice-succeeds') })
  if (!on('delete-overlooks-if-match')) assertMatch(call, scene, farm)
  store.scenes.set(scene.id, { ...scene, isDeleted: true })
  if (!on('notes-outlive-their-scene')) store.notes.delete(scene.id)
  for (const { id, sceneId } of store.renders.values())
    if (sceneId === scene.id && !on('renders-outlive-their-scene')) store.renders.delete(id)
  return emptyReply()
}

interface BatchItem {
  readonly op: 'archive' | 'tag' | 'reprioritize'
  readonly sceneId: string
  readonly tag?: string
  readonly priority?: number
}

const changeOf = ({ op, tag = '', priority = 0 }: BatchItem, scene: Scene): Partial<Scene> => {
  if (op === 'archive') return { isArchived: true }
  return op === 'tag' ? { tags: [...new Set([...scene.tags, tag])] } : { priority }
}

const changeItem = (item: BatchItem, { caller }: Call, { store, on }: Farm): number => {
  const scene = store.scenes.get(item.sceneId.toLowerCase())
  const isOthers = scene?.owner !== caller.account && !on('batch-changes-scenes-of-others')
  if (scene === undefined || scene.isDeleted || isOthers) return on('batch-says-200-for-missing') ? 200 : 404
  const change = changeOf(item, scene)
  if ((change.tags?.length ?? 0) > 8) return 409
  const revision = scene.revision + (on('batch-keeps-the-etag') ? 0 : 1)
  store.scenes.set(scene.id, { ...scene, ...change, revision, updatedAt: store.now() })
  return 200
}

export const changeScenes: Handler = (call, farm) => {
  const { on } = farm
  const prepare = (value: unknown): unknown => {
    const first = (value as { readonly items?: readonly (BatchItem | null)[] } | null)?.items?.[0]
    if (
      on('refused-batch-archives-the-first') &&
      first?.op === 'archive' &&
      typeof first.sceneId === 'string'
    )
      changeItem(first, call, farm)
    return value
  }
  const { items } = readJson(call, farm, batchRule(on), { prepare }) as {
    readonly items: readonly BatchItem[]
  }
  if (on('crashes-on-empty-batch')) (items[0] as BatchItem).op.toUpperCase()
  const results = items.map((item, index) => ({
    index,
    sceneId: item.sceneId,
    status: changeItem(item, call, farm),
  }))
  const applied = results.filter(({ status }) => status === 200).length
  return jsonReply(200, { applied, failed: results.length - applied, results })
}

export const uploadContent: Handler = (call, farm) => {
  const { store, on } = farm
  const scene = findScene(call, farm)
  const bytes = readBytes(call, {
    type: 'application/octet-stream',
    max: on('uploads-of-any-size-are-taken') ? Infinity : 65_536,
    anyType: on('uploads-of-any-type-are-taken'),
  })
  const kept = on('uploads-lose-their-last-byte') ? bytes.slice(0, -1) : bytes
  const content = { size: kept.length, sha256: createHash('sha256').update(kept).digest('hex') }
  const changed = { ...scene, content, revision: scene.revision + 1, updatedAt: store.now() }
  store.scenes.set(scene.id, changed)
  return withHeaders(jsonReply(200, content), { etag: `"r${changed.revision}"` })
}

const bytesOf = (text: string): number => Buffer.byteLength(text)

export const putNotes: Handler = (call, farm) => {
  const { store, on } = farm
  const { id } = findScene(call, farm, { evenDeleted: on('deleted-scenes-take-notes') })
  const sent = readText(call, { type: 'text/plain', max: 16_384 })
  assertLength(sent, 'notes', 2000, on('notes-are-counted-in-bytes') ? bytesOf : lengthOf)
  const shortened = on('long-notes-are-cut') ? sent.slice(0, 1000) : sent
  store.notes.set(id, on('notes-are-trimmed') ? shortened.trim() : shortened)
  return emptyReply()
}

export const getNotes: Handler = (call, farm) => {
  const { store, on } = farm
  const { id } = findScene(call, farm, { evenDeleted: on('notes-outlive-their-scene') })
  const body = store.notes.get(id)
  if (body === undefined) throw new Refusal(404, 'There are no notes.')
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}
