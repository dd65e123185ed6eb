import { emptyReply, jsonReply, withHeaders } from '../kernel/reply.ts'
import { compareTexts, createdReply, notModified, Refusal, taggedReply } from './campus.ts'
import type { Call, Campus, Handler } from './campus.ts'
import { assertMayWrite, etagOf, isNamed } from './conditions.ts'
import { findCourse } from './courses.ts'
import { chooseMedia } from './read-request.ts'
import type { Term } from './store.ts'

/** The term of the path; ends the call if there is none. */
export const findTerm = ({ path }: Call, { store }: Campus): Term => {
  const term = store.terms.get(path.term ?? '')
  if (term === undefined) throw new Refusal(404, 'There is no such term.')
  return term
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

const shownTerm = (term: Term, { on }: Campus): object => {
  if (on('terms-begin-a-day-early')) return { ...term, starts: dayBefore(term.starts) }
  return on('terms-tell-more') ? { ...term, weeks: 18, links: { courses: '/catalog/courses' } } : term
}

// The clock of the caller, taken for that of Greenwich.
const withoutOffset = (time: string): string => time.replace(/[+-]\d\d:\d\d$/, 'Z')

const inZone = (time: string): string => {
  const local = new Date(Date.parse(time) + 2 * 3_600_000)
  return Number.isNaN(local.getTime()) ? time : local.toISOString().replace('Z', '+02:00')
}

const keptTerm = (sent: Omit<Term, 'term'>, { on }: Campus): Omit<Term, 'term'> => {
  const times = sent.registration
  const told = on('registration-is-told-in-local-time') ? times?.map(inZone) : times
  const registration = on('registration-loses-its-offset') ? times?.map(withoutOffset) : told
  const isPublic = sent.isPublic ?? !on('terms-are-hidden-by-default')
  return { ...sent, isPublic, ...(registration === undefined ? {} : { registration }) }
}

export const listTerms: Handler = (_call, campus) => {
  const terms = [...campus.store.terms.values()].toSorted((x, y) => compareTexts(x.term, y.term))
  const shown = terms.map((term) => shownTerm(term, campus))
  return withHeaders(jsonReply(200, shown), { 'x-total-count': String(shown.length) })
}

export const getTerm: Handler = (call, campus) => {
  const term = findTerm(call, campus)
  const etag = etagOf(term)
  return isNamed(call, etag, campus) ? notModified({ etag }) : taggedReply(200, shownTerm(term, campus), etag)
}

export const putTerm: Handler = (call, campus) => {
  const { store, on } = campus
  const name = call.path.term ?? ''
  const before = store.terms.get(name)
  assertMayWrite(call, before && etagOf(before), campus)
  const sent = keptTerm(call.body as Omit<Term, 'term'>, campus)
  const old = on('replacing-a-term-keeps-holidays') ? before : {}
  const term = { ...old, term: name, ...sent }
  store.terms.set(name, term)
  const isCreated = before === undefined || on('replaced-terms-answer-201')
  return isCreated
    ? createdReply(shownTerm(term, campus), etagOf(term), `/terms/${name}`)
    : taggedReply(200, shownTerm(term, campus), etagOf(term))
}

const slugOf = ({ path }: Call): string => path.slug ?? ''

export const getSyllabus: Handler = (call, campus) => {
  const { store, on } = campus
  if (!on('syllabus-outlives-its-course')) findCourse(call, campus)
  const text = store.syllabi.get(slugOf(call))
  if (text === undefined) throw new Refusal(404, 'There is no syllabus.')
  const etag = etagOf(text)
  const type = chooseMedia(call.request, ['text/markdown'])
  if (isNamed(call, etag, campus)) return notModified({ etag })
  const body = on('syllabus-in-latin-one') ? new Uint8Array(Buffer.from(text, 'latin1')) : text
  return { status: 200, headers: { 'content-type': `${type}; charset=utf-8`, etag }, body }
}

export const putSyllabus: Handler = (call, campus) => {
  const { store, on } = campus
  findCourse(call, campus)
  const before = store.syllabi.get(slugOf(call))
  assertMayWrite(call, before === undefined ? undefined : etagOf(before), campus)
  const sent = call.body as string
  const lines = on('syllabus-has-other-line-ends') ? sent.replaceAll('\n', '\r\n') : sent
  const trimmed = on('syllabus-is-trimmed') ? sent.trim() : lines
  const text = on('syllabus-is-appended') ? (before ?? '') + sent : trimmed
  store.syllabi.set(slugOf(call), text)
  return withHeaders(emptyReply(), { etag: etagOf(text) })
}
