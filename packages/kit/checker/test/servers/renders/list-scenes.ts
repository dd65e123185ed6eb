import { jsonReply, withHeaders, type Reply } from '../kernel/reply.ts'
import { isTag, isTime } from './bodies.ts'
import { basePath, timeOf, type Call, type Farm, type Handler } from './farm.ts'
import { assertForm, readFlag, readNumber, readOne } from './read-request.ts'
import { lengthOf } from './rules.ts'
import { toldScene } from './scenes.ts'
import type { Scene } from './store.ts'

interface Wanted {
  readonly isArchived: boolean | undefined
  readonly tags: readonly string[]
  readonly priorities: readonly number[]
  readonly from: string | undefined
  readonly before: string | undefined
  readonly text: string | undefined
}

const readTags = (call: Call, { on }: Farm): readonly string[] => {
  const sent = readOne(call, 'tags')?.split(on('tags-are-parted-by-commas') ? ',' : '|') ?? []
  if (on('tags-are-parted-by-commas')) return sent
  assertForm(sent.length > 4 ? '' : undefined, 'tags', Boolean)
  for (const tag of sent) assertForm(tag, 'tags', isTag)
  return sent
}

const readPriorities = ({ query }: Call, { on }: Farm): readonly number[] => {
  const sent = query.getAll('priority')
  assertForm(sent.length > 5 ? '' : undefined, 'priority', Boolean)
  const read = sent.map((item) => readNumber(item, 'priority', { min: 0, max: 100 }))
  return on('last-priority-counts') ? read.slice(-1) : read
}

const readWanted = (call: Call, farm: Farm): Wanted => {
  for (const name of call.query.keys())
    assertForm(name.startsWith('created') ? name : undefined, name, (sent) =>
      ['created[from]', 'created[before]'].includes(sent),
    )
  const [from, before, text] = ['created[from]', 'created[before]', 'q'].map((name) => readOne(call, name))
  assertForm(from, 'created[from]', isTime)
  assertForm(before, 'created[before]', isTime)
  assertForm(text, 'q', (sent) => sent !== '' && lengthOf(sent) <= 40)
  const archived = readFlag(call, 'archived')
  const isArchived = farm.on('archived-false-is-true') && archived === false ? true : archived
  const isIgnored = farm.on('created-is-not-decoded')
  return {
    isArchived,
    tags: readTags(call, farm),
    priorities: readPriorities(call, farm),
    from: isIgnored ? undefined : from,
    before: isIgnored ? undefined : before,
    text,
  }
}

const isWanted = (scene: Scene, wanted: Wanted, { on }: Farm): boolean => {
  const { isArchived, tags, priorities, from, before, text } = wanted
  const at = timeOf(scene.createdAt)
  const isFrom =
    from === undefined || (on('from-is-compared-as-text') ? scene.createdAt >= from : at >= timeOf(from))
  const isBefore =
    before === undefined || at < timeOf(before) || (on('before-includes-its-time') && at === timeOf(before))
  const hasTag = (tag: string): boolean => scene.tags.includes(tag)
  const hasTags = on('any-tag-suffices') && tags.length > 0 ? tags.some(hasTag) : tags.every(hasTag)
  const isOfState =
    isArchived === undefined || (scene.isArchived === isArchived) !== on('archived-filter-is-inverted')
  const isOfPriority = priorities.length === 0 || priorities.includes(scene.priority)
  const hasText =
    text === undefined ||
    (on('search-takes-text-for-a-pattern')
      ? new RegExp(text, 'i').test(scene.name)
      : scene.name.toLowerCase().includes(text.toLowerCase()))
  return isFrom && isBefore && hasTags && isOfState && isOfPriority && hasText
}

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const comparing = (sort: string, { on }: Farm): ((one: Scene, other: Scene) => number) => {
  const sign = sort.startsWith('-') && !on('sort-knows-one-direction') ? -1 : 1
  const field = sort.replace('-', '')
  return (one, other) => {
    const ids = compareText(one.id, other.id) * (sort === '' && on('newest-scenes-come-first') ? -1 : 1)
    if (field === 'priority' && on('priorities-are-sorted-as-text'))
      return sign * compareText(String(one.priority), String(other.priority)) || ids
    if (field === 'priority') return sign * (one.priority - other.priority) || ids
    const key = field === 'name' ? 'name' : 'createdAt'
    return (sort === '' ? 0 : sign * compareText(one[key], other[key])) || ids
  }
}

const readLimit = (call: Call, { on }: Farm): number => {
  const sent = readOne(call, 'limit')
  const otherwise = on('limit-defaults-to-three') ? 3 : 20
  if (sent === undefined || (sent === '' && on('empty-limit-is-none'))) return otherwise
  return readNumber(sent, 'limit', { min: 1, max: on('limit-has-no-bound') ? Infinity : 50 })
}

const readCursor = (call: Call): { readonly sort: string; readonly id: string } | undefined => {
  const sent = readOne(call, 'cursor')
  assertForm(sent, 'cursor', (text) => /^[A-Za-z0-9_-]{1,200}$/.test(text))
  const [, sort, id] = /^(-?[a-z]*):(.{36})$/i.exec(Buffer.from(sent ?? '', 'base64url').toString()) ?? []
  return sort === undefined || id === undefined ? undefined : { sort, id }
}

const cursorTo = (sort: string, { id }: Scene): string => Buffer.from(`${sort}:${id}`).toString('base64url')

const nextLink = (call: Call, cursor: string, { on }: Farm): Readonly<Record<string, string>> => {
  const query = on('next-link-forgets-the-filters') ? new URLSearchParams() : new URLSearchParams(call.query)
  query.set('cursor', cursor)
  return { link: `<${basePath}/scenes?${query.toString()}>; rel="next"` }
}

const pageReply = (
  call: Call,
  farm: Farm,
  {
    found,
    rest,
    size,
    sort,
  }: {
    readonly found: readonly Scene[]
    readonly rest: readonly Scene[]
    readonly size: number
    readonly sort: string
  },
): Reply => {
  const { on } = farm
  const page = rest.slice(0, size)
  const last = on('pages-repeat-a-scene') && page.length > 1 ? page.at(-2) : page.at(-1)
  const hasMore = rest.length > size || (on('last-page-has-a-cursor') && page.length > 0)
  const nextCursor = hasMore && last !== undefined ? cursorTo(sort, last) : null
  const told = page.map((scene) =>
    on('unlock-codes-are-listed') && scene.unlockCode !== undefined
      ? { ...toldScene(scene), unlockCode: scene.unlockCode }
      : toldScene(scene),
  )
  return withHeaders(jsonReply(200, { items: told, nextCursor }), {
    'x-total-count': String(on('total-counts-the-page') ? page.length : found.length),
    ...(nextCursor === null ? {} : nextLink(call, nextCursor, farm)),
  })
}

export const listScenes: Handler = (call, farm) => {
  const { store, on } = farm
  const sent = readOne(call, 'sort')
  const sorts = ['name', '-name', 'createdAt', '-createdAt', 'priority', '-priority']
  assertForm(sent, 'sort', (text) => sorts.includes(text))
  const wanted = readWanted(call, farm)
  const size = readLimit(call, farm)
  const cursor = readCursor(call)
  const sort = cursor?.sort ?? sent ?? ''
  const compare = comparing(sort, farm)
  const isListed = (scene: Scene): boolean =>
    (!scene.isDeleted || on('deleted-scene-is-still-listed')) &&
    (scene.owner === call.caller.account || on('scenes-of-all-accounts-are-listed')) &&
    isWanted(scene, wanted, farm)
  const found = [...store.scenes.values()].filter(isListed).toSorted(compare)
  const behind = cursor === undefined ? undefined : store.scenes.get(cursor.id)
  const passed = [...store.scenes.values()].filter(
    (scene) =>
      behind !== undefined && isListed({ ...scene, isDeleted: false }) && compare(scene, behind) <= 0,
  )
  const rest = on('deletions-shift-pages')
    ? found.slice(passed.length)
    : found.filter((scene) => behind === undefined || compare(scene, behind) > 0)
  const count = on('pages-are-short') ? Math.max(1, size - 1) : size
  return pageReply(call, farm, {
    found,
    rest,
    size: on('limit-only-on-the-first-page') && behind ? 50 : count,
    sort,
  })
}
