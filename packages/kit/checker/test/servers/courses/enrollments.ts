import { emptyReply } from '../kernel/reply.ts'
import { compareTexts, createdReply, notModified, pageReply, Refusal, taggedReply } from './campus.ts'
import type { Call, Campus, Handler } from './campus.ts'
import { assertMayWrite, etagOf, isNamed } from './conditions.ts'
import { countSeats, findSection, keyOf } from './sections.ts'
import type { Enrollment, Section } from './store.ts'

const placeOf = (call: Call): string => `${keyOf(call)}/${call.path.studentId ?? ''}`

const isRegistrar = ({ caller }: Call): boolean => caller?.rights.includes('catalog:write') ?? false

// Students have to do with themselves alone.
const assertOwn = (call: Call, { store, on }: Campus): void => {
  if (isRegistrar(call) || call.caller?.account === call.path.studentId) return
  if (on('enrollments-of-others-can-be-read') && ['GET', 'HEAD'].includes(call.request.method)) return
  if (on('enrollments-of-others-can-be-deleted') && call.request.method === 'DELETE') return
  const isHidden = on('enrollments-of-others-are-hidden') && call.request.method === 'GET'
  const isMissing = on('missing-enrollments-are-told-to-anyone') && !store.enrollments.has(placeOf(call))
  if (isHidden || (isMissing && call.request.method !== 'PUT'))
    throw new Refusal(404, 'There is no such enrollment.')
  throw new Refusal(403, 'This is another student.')
}

const findEnrollment = (call: Call, campus: Campus): Enrollment => {
  const { store, on } = campus
  findSection(call, campus)
  const own = store.enrollments.get(placeOf(call))
  const elsewhere = [...store.enrollments].find(([at]) => at.endsWith(`/${call.path.studentId ?? ''}`))
  const found = own ?? (on('any-section-leads-to-an-enrollment') ? elsewhere?.[1] : undefined)
  if (found === undefined) throw new Refusal(404, 'There is no such enrollment.')
  return found
}

export const listEnrollments: Handler = (call, campus) => {
  const { store, on } = campus
  findSection(call, campus)
  const isSeen = ({ studentId }: Enrollment): boolean =>
    isRegistrar(call) || on('students-see-everybody') || studentId === call.caller?.account
  const found = [...store.enrollments].filter(([at]) => at.startsWith(`${keyOf(call)}/`))
  const seen = found.map(([, enrollment]) => enrollment).filter(isSeen)
  return pageReply(
    seen.toSorted((x, y) => compareTexts(x.studentId, y.studentId)),
    call,
    campus,
  )
}

export const getEnrollment: Handler = (call, campus) => {
  assertOwn(call, campus)
  const enrollment = findEnrollment(call, campus)
  const etag = etagOf(enrollment)
  return isNamed(call, etag, campus) ? notModified({ etag }) : taggedReply(200, enrollment, etag)
}

// Why nobody more can be enrolled; undefined if somebody can.
const refusalOf = (section: Section, key: string, status: string, campus: Campus): string | undefined => {
  if (section.status !== 'open') return 'The section is not open.'
  const isFull = status === 'enrolled' && countSeats(key, campus) >= section.capacity
  return isFull ? 'All seats are taken.' : undefined
}

const ownMembers = ['studentId', 'enrolledAt', 'updatedAt']

const keptEnrollment = (sent: object, { on }: Campus): Partial<Enrollment> => {
  const kept = Object.fromEntries(Object.entries(sent).filter(([name]) => !ownMembers.includes(name)))
  const time = kept.requestedAt as string | undefined
  const cut = on('requests-lose-milliseconds') ? time?.replace(/\.\d+/, '') : time
  const status = (kept.status as string | undefined) ?? 'enrolled'
  return { ...kept, status, ...(cut === undefined ? {} : { requestedAt: cut }) }
}

const isSameContent = (x: object, y: object): boolean =>
  JSON.stringify(Object.entries(x).toSorted(([a], [b]) => compareTexts(a, b))) ===
  JSON.stringify(Object.entries(y).toSorted(([a], [b]) => compareTexts(a, b)))

export const putEnrollment: Handler = (call, campus) => {
  const { store, on } = campus
  assertOwn(call, campus)
  const sent = keptEnrollment(call.body as object, campus)
  const isGraded = sent.grade !== undefined && sent.grade !== null
  if (isGraded && !isRegistrar(call)) throw new Refusal(403, 'Only the registrar grades.')
  const section = findSection(call, campus)
  const before = store.enrollments.get(placeOf(call))
  assertMayWrite(call, before && etagOf(before), campus)
  const needsSeat = before?.status !== 'enrolled'
  const refusal = needsSeat ? refusalOf(section, keyOf(call), sent.status ?? 'enrolled', campus) : undefined
  const at = store.now()
  const studentId = call.path.studentId ?? ''
  const enrolledAt = before?.enrolledAt ?? at
  const kept = { studentId, ...sent, enrolledAt, updatedAt: before?.updatedAt ?? at } as Enrollment
  const isSame = before !== undefined && isSameContent(before, kept)
  const enrollment = isSame ? before : { ...kept, updatedAt: at }
  if (refusal === undefined || on('full-sections-enroll-nonetheless'))
    store.enrollments.set(placeOf(call), enrollment)
  if (refusal !== undefined) throw new Refusal(409, refusal)
  if (on('enrolling-again-enrolls-twice') && before !== undefined)
    store.enrollments.set(`${placeOf(call)}/again`, enrollment)
  return before === undefined
    ? createdReply(enrollment, etagOf(enrollment), call.request.path)
    : taggedReply(200, enrollment, etagOf(enrollment))
}

export const deleteEnrollment: Handler = (call, campus) => {
  const { store, on } = campus
  assertOwn(call, campus)
  const enrollment = findEnrollment(call, campus)
  assertMayWrite(call, etagOf(enrollment), campus)
  if (!on('withdrawn-students-stay')) store.enrollments.delete(placeOf(call))
  return emptyReply()
}
