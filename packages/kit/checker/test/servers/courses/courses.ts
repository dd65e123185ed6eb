import { emptyReply, withHeaders } from '../kernel/reply.ts'
import { compareTexts, createdReply, notModified, pageReply, Refusal, taggedReply } from './campus.ts'
import type { Call, Campus, Fields, Handler } from './campus.ts'
import { assertMayWrite, etagOf, isNamed, isUnmodified } from './conditions.ts'
import type { Course, Fee } from './store.ts'

const serverOwned = ['slug', 'revision', 'createdAt', 'updatedAt']

/** A course as it is returned: without what is only written. */
export const shownCourse = (kept: Course): object => {
  const { internalNote: _, ...course } = kept
  return course
}

const tagOf = (course: Course, { on }: Campus): string =>
  etagOf(on('tag-of-course-outlives-changes') ? [course.slug, course.createdAt] : shownCourse(course))

const slugOf = ({ path }: Call): string => path.slug ?? ''

/** The course of the path; ends the call if there is none. */
export const findCourse = (call: Call, { store, on }: Campus): Course => {
  const course = store.courses.get(slugOf(call))
  if (course !== undefined) return course
  const isAsked = call.request.method === 'GET' && call.request.path.split('/').length === 3
  if (on('former-courses-answer-410') && isAsked && store.former.has(slugOf(call))) throw new Refusal(410)
  throw new Refusal(404, 'There is no such course.')
}

const round = (amount: number): number => Math.round(amount * 100) / 100

const completeFee = (fee: Omit<Fee, 'total' | 'materials'> & Partial<Fee>, { on }: Campus): Fee => {
  const cut = (amount: number): number => (on('cents-are-cut') ? Math.trunc(amount) : amount)
  const tuition = cut(fee.tuition)
  const materials = cut(fee.materials ?? 0)
  const sum = on('total-leaves-materials-out') ? tuition : tuition + materials
  const currency = on('fees-are-always-in-euro') ? 'EUR' : fee.currency
  return { tuition, materials, currency, total: on('total-is-a-float') ? sum : round(sum) }
}

const composedTitle = (title: string): string => {
  const composed = title.trim().normalize('NFC')
  return Array.from(composed).length > 80 ? title : composed
}

const keptTitle = (title: string, { on }: Campus): string => {
  if (on('titles-are-composed')) return composedTitle(title)
  if (on('titles-lose-emoji')) return title.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?')
  return on('titles-are-latin-one') ? Buffer.from(title, 'latin1').toString('latin1') : title
}

const keptDescription = (text: string | null, { on }: Campus): string | null => {
  if (text === null) return on('null-description-becomes-text') ? 'null' : null
  if (on('nul-ends-descriptions')) return text.split('\0')[0] ?? ''
  if (on('angle-brackets-are-escaped')) return text.replaceAll('<', '&lt;')
  return on('long-descriptions-are-cut') ? Array.from(text).slice(0, 255).join('') : text
}

type Content = Omit<Course, 'slug' | 'revision' | 'createdAt' | 'updatedAt'>

// The stored part of a request: with defaults, without the properties that the server owns.
const toContent = (sent: object, campus: Campus): Content => {
  const owned = campus.on('creation-time-is-taken-over') ? ['slug', 'revision', 'updatedAt'] : serverOwned
  const kept = Object.fromEntries(
    Object.entries(sent).filter(([name]) => !owned.includes(name)),
  ) as unknown as Content
  return {
    ...kept,
    level: kept.level ?? (campus.on('courses-begin-at-level-two') ? 2 : 1),
    language: kept.language ?? (campus.on('language-has-no-default') ? undefined : 'en'),
    title: keptTitle(kept.title, campus),
    ...(kept.description === undefined ? {} : { description: keptDescription(kept.description, campus) }),
    ...(kept.fee === undefined ? {} : { fee: completeFee(kept.fee, campus) }),
  }
}

const withoutOwned = (course: object): string =>
  JSON.stringify(
    Object.entries({ ...course, revision: 0, updatedAt: '' }).toSorted(([x], [y]) => (x < y ? -1 : 1)),
  )

// A write that changes nothing leaves revision and time alone.
const keep = (changed: Course, before: Course | undefined, { store, on }: Campus): Course => {
  const isSame = before !== undefined && withoutOwned(before) === withoutOwned(changed)
  if (isSame && !on('every-write-is-a-revision')) return before
  const course = { ...changed, revision: store.nextRevision(), updatedAt: store.now() }
  store.courses.set(course.slug, course)
  store.coursesChangedAt = course.updatedAt
  return course
}

const refuseServerOwned = (body: unknown, { on }: Campus): void => {
  const sent = Object.keys(body as object).find((name) => serverOwned.includes(name))
  if (sent !== undefined && on('server-owned-members-are-refused'))
    throw new Refusal(422, 'The server sets this itself.', [{ pointer: `/${sent}`, message: 'is read only' }])
}

const refuseUtf16Lengths = (body: unknown, { on }: Campus): void => {
  if (on('titles-are-measured-in-utf-16') && String((body as Fields).title).length > 80)
    throw new Refusal(422, 'The body is wrong.', [{ pointer: '/title', message: 'is too long' }])
}

export const putCourse: Handler = (call, campus) => {
  const { store, on } = campus
  const slug = slugOf(call)
  const before = store.courses.get(slug)
  refuseServerOwned(call.body, campus)
  refuseUtf16Lengths(call.body, campus)
  const isForced = on('create-only-replaces') && call.request.headers.get('if-none-match') === '*'
  if (on('stale-replacement-is-written') && before !== undefined)
    store.courses.set(slug, { ...before, ...toContent(call.body as object, campus) })
  if (!isForced) assertMayWrite(call, before && tagOf(before, campus), campus)
  const content = toContent(call.body as object, campus)
  const owned = {
    slug,
    revision: before?.revision ?? 0,
    createdAt: before?.createdAt ?? store.now(),
    updatedAt: '',
  }
  const { description } = before ?? {}
  const isKept = on('replacing-keeps-the-description') && description !== undefined
  const old = isKept ? { description } : {}
  const course = keep({ ...old, ...owned, ...content }, before, campus)
  const at = on('new-course-is-elsewhere') ? '/courses' : `/courses/${slug}`
  return before === undefined
    ? createdReply(shownCourse(course), tagOf(course, campus), at)
    : taggedReply(200, shownCourse(course), tagOf(course, campus))
}

export const getCourse: Handler = (call, campus) => {
  const course = findCourse(call, campus)
  const etag = tagOf(course, campus)
  if (isNamed(call, etag, campus) && !campus.on('course-is-always-told')) return notModified({ etag })
  const shown = campus.on('internal-notes-are-told') ? course : shownCourse(course)
  const nulled = { description: null, ...shown }
  return taggedReply(200, campus.on('missing-descriptions-are-null') ? nulled : shown, etag)
}

const merged = (target: unknown, patch: unknown, path: string, campus: Campus): unknown => {
  const { on } = campus
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) {
    const isAppended = on('changed-tags-are-added') && Array.isArray(target) && Array.isArray(patch)
    return isAppended ? [...new Set([...(target as unknown[]), ...(patch as unknown[])])] : patch
  }
  const isObject = typeof target === 'object' && target !== null && !Array.isArray(target)
  const kept = new Map(Object.entries(isObject ? target : {}))
  if (path === '/contact' && on('changed-contact-is-replaced')) kept.clear()
  for (const [name, value] of Object.entries(patch)) {
    const isRemoved = value === null && !(on('nested-null-removes-nothing') && path !== '')
    if (isRemoved) kept.delete(name)
    else if (value !== null) kept.set(name, merged(kept.get(name), value, `${path}/${name}`, campus))
  }
  return Object.fromEntries(kept)
}

/** A merge patch (RFC 7396) put upon what is there. */
export const mergePatch = (target: unknown, patch: unknown, campus: Campus): object =>
  merged(target, patch, '', campus) as object

const withoutExtensions = (course: object, sent: object): object =>
  Object.fromEntries(Object.entries(course).filter(([name]) => !name.startsWith('x-') || name in sent))

export const patchCourse: Handler = (call, campus) => {
  const { store, on } = campus
  const revived = on('change-revives-a-course') ? store.former.get(slugOf(call)) : undefined
  const before = store.courses.get(slugOf(call)) ?? revived ?? findCourse(call, campus)
  if (!on('change-overlooks-stale-tags')) assertMayWrite(call, tagOf(before, campus), campus)
  const sent = call.body as object
  const changed = mergePatch(before, sent, campus)
  if (on('null-description-becomes-text') && 'description' in sent && sent.description === null)
    Object.assign(changed, { description: null })
  if (on('refused-change-is-kept')) store.courses.set(before.slug, changed as Course)
  const faults = campus.faultsOf('Course', changed)
  if (faults.length > 0) throw new Refusal(409, `The course would not be whole: ${faults.join(', ')}.`)
  const { slug, revision, createdAt } = before
  const content = toContent(
    on('change-drops-extensions') ? withoutExtensions(changed, sent) : changed,
    campus,
  )
  const begun = on('change-renews-creation-time') ? store.now() : createdAt
  const course = keep({ slug, revision, createdAt: begun, updatedAt: '', ...content }, before, campus)
  return taggedReply(200, shownCourse(course), tagOf(course, campus))
}

export const deleteCourse: Handler = (call, campus) => {
  const { store, on } = campus
  const course = findCourse(call, campus)
  assertMayWrite(call, tagOf(course, campus), campus)
  store.courses.delete(course.slug)
  store.former.set(course.slug, course)
  store.coursesChangedAt = store.now()
  if (!on('syllabus-outlives-its-course')) store.syllabi.delete(course.slug)
  const isBelow = (key: string): boolean => key.split('/')[1] === course.slug
  if (!on('sections-outlive-their-course'))
    for (const kept of [store.sections, store.enrollments])
      for (const key of [...kept.keys()].filter(isBelow)) kept.delete(key)
  return emptyReply()
}

const isWanted = (course: Course, { query }: Call, { on }: Campus): boolean => {
  const subjects = query.subject as readonly string[] | undefined
  const tags = (query.tags ?? []) as readonly string[]
  const { min = 0, max = 30 } = (query.credits ?? {}) as { readonly min?: number; readonly max?: number }
  const { credits, subject, tags: held = [] } = course
  const isTagged = on('one-tag-is-enough')
    ? tags.length === 0 || tags.some((tag) => held.includes(tag))
    : tags.every((tag) => held.includes(tag))
  return (
    (subjects === undefined || on('subject-is-overlooked') || subjects.includes(subject)) &&
    isTagged &&
    credits >= min &&
    (on('most-credits-are-excluded') ? credits < max || max === 30 : credits <= max)
  )
}

const byTitle = (x: Course, y: Course): number => compareTexts(x.title, y.title)

const sortCourses = (courses: readonly Course[], sort: unknown, { on }: Campus): readonly Course[] => {
  if (typeof sort !== 'string') return on('courses-come-backwards') ? courses.toReversed() : courses
  const sign = sort.startsWith('-') && !on('never-sorts-downwards') ? -1 : 1
  const byCredits = (x: Course, y: Course): number =>
    on('credits-are-sorted-as-texts')
      ? compareTexts(String(x.credits), String(y.credits))
      : x.credits - y.credits
  const by = sort.endsWith('credits') ? byCredits : byTitle
  return courses.toSorted((x, y) => sign * by(x, y) || compareTexts(x.slug, y.slug))
}

export const listCourses: Handler = (call, campus) => {
  const { store, on } = campus
  const headers = { 'last-modified': new Date(store.coursesChangedAt).toUTCString() }
  if (isUnmodified(call, store.coursesChangedAt, campus)) return notModified(headers)
  const former = on('deleted-courses-are-listed') ? [...store.former.values()] : []
  const all = [...store.courses.values(), ...former]
  const found = all.filter((course) => isWanted(course, call, campus))
  const sorted = sortCourses(found, call.query.sort, campus).map(shownCourse)
  return withHeaders(pageReply(sorted, call, campus, all), headers)
}
