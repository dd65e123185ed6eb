import { emptyReply, jsonReply, withHeaders, type Reply } from '../kernel/reply.ts'
import { createdReply, notModified, Refusal, taggedReply } from './campus.ts'
import type { Call, Campus, Handler } from './campus.ts'
import { assertMayWrite, etagOf, isNamed } from './conditions.ts'
import { findCourse, mergePatch } from './courses.ts'
import { chooseMedia } from './read-request.ts'
import { sectionKey, type Section } from './store.ts'
import { findTerm } from './terms-and-syllabi.ts'

/** The key of the section of the path. */
export const keyOf = ({ path }: Call): string =>
  sectionKey(path.term ?? '', path.slug ?? '', Number(path.number))

const belowOf = ({ path }: Call): string => `${path.term ?? ''}/${path.slug ?? ''}`

/** The section of the path; ends the call if there is none. */
export const findSection = (call: Call, campus: Campus): Section => {
  const { store, on } = campus
  const isOrphan = on('sections-outlive-their-course') && call.request.method === 'GET'
  if (!isOrphan) {
    findTerm(call, campus)
    if (!on('any-course-leads-to-a-section')) findCourse(call, campus)
  }
  const own = store.sections.get(keyOf(call))
  const elsewhere = [...store.sections].find(([key]) => {
    const [term, , number] = key.split('/')
    return term === call.path.term && number === String(Number(call.path.number))
  })
  const section = own ?? (on('any-course-leads-to-a-section') ? elsewhere?.[1] : undefined)
  if (section === undefined) throw new Refusal(404, 'There is no such section.')
  return section
}

/** How many students have a seat in a section. */
export const countSeats = (key: string, { store }: Campus): number =>
  [...store.enrollments].filter(([at, { status }]) => at.startsWith(`${key}/`) && status === 'enrolled')
    .length

const shownSection = (section: Section, key: string, campus: Campus): Section & { enrolled: number } => {
  const { passcode: _, ...place } = section.place
  const shown = { ...section, place: campus.on('passcodes-are-told') ? section.place : place }
  return { ...shown, enrolled: countSeats(key, campus) }
}

const tagOf = (section: Section, key: string, campus: Campus): string =>
  etagOf(campus.on('tag-of-section-overlooks-seats') ? section : shownSection(section, key, campus))

const quoted = (text: string, { on }: Campus): string =>
  /[",\r\n]/.test(text) && !on('csv-is-not-quoted') ? `"${text.replaceAll('"', '""')}"` : text

const csvReply = (sections: readonly (Section & { enrolled: number })[], campus: Campus): Reply => {
  const lines = sections.map(({ number, teacher, capacity, enrolled }) =>
    [number, quoted(teacher, campus), capacity, enrolled].join(','),
  )
  const body = ['number,teacher,capacity,enrolled', ...lines].map((line) => `${line}\r\n`).join('')
  return { status: 200, headers: { 'content-type': 'text/csv; charset=utf-8; header=present' }, body }
}

export const listSections: Handler = (call, campus) => {
  const { store, on } = campus
  const type = chooseMedia(
    call.request,
    on('csv-is-never-told') ? ['application/json'] : ['application/json', 'text/csv'],
  )
  findTerm(call, campus)
  if (!on('sections-outlive-their-course')) findCourse(call, campus)
  const found = [...store.sections].filter(([key]) => key.startsWith(`${belowOf(call)}/`))
  const isListed = (section: Section): boolean =>
    !(on('online-sections-are-not-listed') && 'url' in section.place)
  const shown = found
    .filter(([, section]) => isListed(section))
    .map(([key, section]) => shownSection(section, key, campus))
    .toSorted((x, y) => x.number - y.number)
  const reply = type === 'text/csv' ? csvReply(shown, campus) : jsonReply(200, shown)
  return withHeaders(reply, { 'x-total-count': String(shown.length) })
}

const serverOwned = ['number', 'enrolled', 'createdAt', 'updatedAt']

const numberFor = (call: Call, { store, on }: Campus): number => {
  const sent = (call.body as Partial<Section>).number
  if (on('number-is-taken-over') && sent !== undefined) return sent
  if (!on('numbers-are-given-again')) return store.nextNumber(belowOf(call))
  const held = [...store.sections.keys()].filter((key) => key.startsWith(`${belowOf(call)}/`))
  return Math.max(0, ...held.map((key) => Number(key.split('/')[2]))) + 1
}

const withDefaults = (sent: object, { on }: Campus): Section => {
  const kept = Object.fromEntries(Object.entries(sent).filter(([name]) => !serverOwned.includes(name)))
  const texts = on('teachers-are-trimmed') ? { teacher: String(kept.teacher).trim() } : {}
  return {
    ...kept,
    ...texts,
    capacity: (kept.capacity as number | undefined) ?? 30,
    status: (kept.status as string | undefined) ?? 'open',
  } as unknown as Section
}

const refuseNulls = (body: unknown, { on }: Campus): void => {
  if (on('null-assistant-is-refused') && (body as Section).assistant === null)
    throw new Refusal(422, 'The body is wrong.', [{ pointer: '/assistant', message: 'must be string' }])
}

// The number that a key led to before; ends the call if the body is another one now.
const answeredBefore = (call: Call, { store, on }: Campus): number | undefined => {
  const key = call.request.headers.get('idempotency-key')
  const before = key === null ? undefined : store.answered.get(key)
  if (before === undefined || on('repeated-keys-create-again')) return undefined
  const isSame = before.asked === `${belowOf(call)} ${JSON.stringify(call.body)}`
  if (!isSame && !on('keys-are-taken-for-other-bodies'))
    throw new Refusal(409, 'The key was sent before, with another body.')
  return before.number
}

export const createSection: Handler = (call, campus) => {
  const { store, on } = campus
  if (!on('sections-in-unknown-terms')) findTerm(call, campus)
  findCourse(call, campus)
  refuseNulls(call.body, campus)
  const repeated = answeredBefore(call, campus)
  const again = repeated === undefined ? undefined : store.sections.get(`${belowOf(call)}/${repeated}`)
  const at = store.now()
  const number = again?.number ?? numberFor(call, campus)
  const section = again ?? {
    ...withDefaults(call.body as object, campus),
    number,
    createdAt: at,
    updatedAt: at,
  }
  const key = `${belowOf(call)}/${number}`
  store.sections.set(key, on('smaller-rooms-are-kept') ? { ...section, capacity: 25 } : section)
  const idempotencyKey = call.request.headers.get('idempotency-key')
  const asked = `${belowOf(call)} ${JSON.stringify(call.body)}`
  if (idempotencyKey !== null) store.answered.set(idempotencyKey, { asked, number })
  const shown = shownSection(section, key, campus)
  const path = `${call.request.path}/${on('location-names-the-next-section') ? number + 1 : number}`
  const reply = createdReply(shown, tagOf(section, key, campus), path)
  return on('locations-are-relative') ? withHeaders(reply, { location: `sections/${number}` }) : reply
}

export const getSection: Handler = (call, campus) => {
  const section = findSection(call, campus)
  const etag = tagOf(section, keyOf(call), campus)
  if (isNamed(call, etag, campus)) return notModified({ etag })
  return taggedReply(200, shownSection(section, keyOf(call), campus), etag)
}

const withoutFalsy = (patch: object): object =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== 0))

export const patchSection: Handler = (call, campus) => {
  const { store, on } = campus
  const before = findSection(call, campus)
  const key = keyOf(call)
  assertMayWrite(call, tagOf(before, key, campus), campus)
  const sent = on('zero-changes-nothing') ? withoutFalsy(call.body as object) : (call.body as object)
  const changed = withDefaults(mergePatch(before, sent, campus), campus)
  const { number, createdAt } = before
  const isChanged = JSON.stringify(withDefaults(before, campus)) !== JSON.stringify(changed)
  const section = { ...changed, number, createdAt, updatedAt: isChanged ? store.now() : before.updatedAt }
  if (on('too-few-seats-are-kept')) store.sections.set(key, section)
  if (section.capacity < countSeats(key, campus)) throw new Refusal(409, 'More students have a seat already.')
  if (!on('change-of-status-is-lost') || before.status === section.status) store.sections.set(key, section)
  return taggedReply(200, shownSection(section, key, campus), tagOf(section, key, campus))
}

export const deleteSection: Handler = (call, campus) => {
  const { store, on } = campus
  if (on('missing-sections-can-be-deleted') && !store.sections.has(keyOf(call))) return emptyReply()
  const section = findSection(call, campus)
  const key = keyOf(call)
  const isUnconditional = on('sections-go-unconditionally') && !call.request.headers.has('if-match')
  if (!isUnconditional) assertMayWrite(call, tagOf(section, key, campus), campus)
  const shown = shownSection(section, key, campus)
  store.sections.delete(key)
  for (const at of [...store.enrollments.keys()].filter((kept) => kept.startsWith(`${key}/`)))
    store.enrollments.delete(at)
  return on('deleted-sections-are-told') ? jsonReply(200, shown) : emptyReply()
}
