import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { compileSchemas } from '../kernel/compile-schemas.ts'
import type { Defect } from '../kernel/deviation.ts'
import { editDocument } from '../kernel/edit-document.ts'
import { finishReply } from '../kernel/finish-reply.ts'
import type { Part } from '../kernel/part.ts'
import { emptyReply, withHeaders, type Reply } from '../kernel/reply.ts'
import { allowedMethods, findRoute, type RouteEntry, type RouteMatch } from '../kernel/route-table.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import { spoilReply } from '../kernel/spoil-reply.ts'
import type { ServerDefinition, ServerOptions, TestServer } from '../kernel/test-server.ts'
import { basePath, problem, Refusal, type Caller, type Campus, type Handler } from './campus.ts'
import * as courseHandlers from './courses.ts'
import { coursesDefects, type CoursesDeviation } from './deviations.ts'
import * as enrollmentHandlers from './enrollments.ts'
import { callerOf, readBody, readParameters, type Reading } from './read-request.ts'
import { asRegistrar, asRegistrarByToken, asStudent, asOtherStudent } from './samples.ts'
import * as sectionHandlers from './sections.ts'
import { createStore } from './store.ts'
import { afterLength, beforeLength, beforeReading } from './take-liberties.ts'
import * as termHandlers from './terms-and-syllabi.ts'

interface Operation {
  readonly id: string
  readonly method: string
}

const documentUrl = new URL('document.yaml', import.meta.url)

const document = parse(readFileSync(documentUrl, 'utf8')) as Part

const readAs = (as: Part): Reading => ({ document: as, faultsOf: compileSchemas(as, 'request') })

const asWritten = readAs(document)

const operationsOf = (item: Readonly<Record<string, Part>>): RouteEntry<Operation>['operations'] =>
  new Map(
    Object.entries(item)
      .filter(([method]) => method !== 'parameters')
      .map(([method, { operationId }]) => [method.toUpperCase(), { id: operationId as string, method }]),
  )

const routes: readonly RouteEntry<Operation>[] = Object.entries(
  document.paths as unknown as Readonly<Record<string, Readonly<Record<string, Part>>>>,
).map(([template, item]) => ({ template, operations: operationsOf(item) }))

const handlers = {
  ...courseHandlers,
  ...termHandlers,
  ...sectionHandlers,
  ...enrollmentHandlers,
} as unknown as Readonly<Record<string, Handler>>

type Security = readonly { readonly bearer?: readonly string[] }[]

// The caller, if it matters. Ends the call of a caller who is unknown or lacks a right.
const assertCaller = (
  operation: Part,
  request: ServerRequest,
  { document: read }: Reading,
  campus: Campus,
): Caller | undefined => {
  const security = (operation.security ?? read.security) as unknown as Security
  if (security.length === 0) return undefined
  const caller = callerOf(request, campus)
  if (caller === undefined) throw new Refusal(401)
  const needed = security.flatMap(({ bearer = [] }) => bearer)
  const isTrusted = campus.on('students-write-courses') || campus.on('students-delete-sections')
  if (!isTrusted && !needed.every((right) => caller.rights.includes(right)))
    throw new Refusal(403, 'The account may not do this.')
  return caller
}

const parametersOf = (read: Part, { template }: RouteMatch<Operation>, operation: Part): readonly Part[] =>
  [read.paths?.[template]?.parameters, operation.parameters].flatMap(
    (list) => (list ?? []) as unknown as readonly Part[],
  )

// Parameters of the path that are right by themselves may still lead nowhere.
const isNowhere = ({ params }: RouteMatch<Operation>, { store }: Campus): boolean =>
  params.slug !== undefined && !store.courses.has(params.slug)

// Faults of one operation that others go on with: what is left behind, and tags that are made in one place.
const lasting: readonly CoursesDeviation[] = [
  'sections-outlive-their-course',
  'syllabus-outlives-its-course',
  'tag-of-course-outlives-changes',
  'tag-of-section-overlooks-seats',
]

// Any other fault is one of the operation to blame alone.
const within = (campus: Campus, blamed: string | null | undefined, operation: string): Campus => ({
  ...campus,
  on: (id) => campus.on(id) && (typeof blamed !== 'string' || blamed === operation || lasting.includes(id)),
})

const serve = (
  request: ServerRequest,
  match: RouteMatch<Operation> | undefined,
  all: Campus,
  readingOf: (operation: string) => Reading,
  blamed: string | null | undefined,
): Reply => {
  if (match === undefined) throw new Refusal(404)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const found = match.operations.get(method)
  const campus = within(all, blamed, found?.id ?? '')
  const { on } = campus
  const allow = { allow: allowedMethods(match.operations) }
  if (request.method === 'OPTIONS' && !on('options-are-refused'))
    return on('options-allow-nothing') ? emptyReply(200) : withHeaders(emptyReply(), allow)
  if (found === undefined) {
    if (on('unknown-methods-answer-501') && !['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
      throw new Refusal(501)
    if (on('nowhere-is-told-before-the-method') && isNowhere(match, campus)) throw new Refusal(404)
    return withHeaders(problem(405), allow)
  }
  const reading = readingOf(found.id)
  const operation = reading.document.paths?.[match.template]?.[found.method] as Part
  const asked = { ...request, method }
  const isLate = on('callers-are-judged-late')
  const early = isLate ? undefined : assertCaller(operation, asked, reading, campus)
  const { path, query } = readParameters(
    asked,
    match.params,
    parametersOf(reading.document, match, operation),
    reading,
    campus,
  )
  if (on('courses-are-looked-for-first') && found.id !== 'putCourse' && isNowhere(match, campus))
    throw new Refusal(404)
  if (on('conditions-are-asked-for-first') && method === 'PATCH' && !asked.headers.has('if-match'))
    throw new Refusal(428)
  const body = readBody(asked, operation, reading, campus)
  const caller = isLate ? assertCaller(operation, asked, reading, campus) : early
  return (handlers[found.id] as Handler)({ request: asked, caller, path, query, body }, campus)
}

const withChallenge = (reply: Reply): Reply =>
  reply.status === 401
    ? withHeaders(reply, { 'www-authenticate': 'Basic realm="catalog", Bearer realm="catalog"' })
    : reply

const createCourses = ({ deviation }: ServerOptions): TestServer => {
  const defect: Defect | undefined = coursesDefects.find(({ id }) => id === deviation)
  const misread = defect?.edit === undefined ? asWritten : readAs(editDocument(document, defect.edit))
  const reading = defect?.operationId === 'patchCourse' ? misread : asWritten
  let campus: Campus
  const reset = (): void => {
    campus = {
      store: createStore(),
      on: (id) => id === deviation,
      faultsOf: (schema, value) => reading.faultsOf({ $ref: `#/components/schemas/${schema}` }, value),
    }
  }
  reset()
  const answer = (request: ServerRequest, match: RouteMatch<Operation> | undefined): Reply => {
    try {
      const readingOf = (id: string): Reading => (id === defect?.operationId ? misread : asWritten)
      return serve(request, match, campus, readingOf, defect?.operationId)
    } catch (error) {
      if (error instanceof Refusal) return withChallenge(error.reply)
      throw error
    }
  }
  return {
    reset,
    handle: async (sent) => {
      const request = beforeReading(sent, campus)
      const match = findRoute(routes, request.path)
      const spoiled = spoilReply(answer(request, match), request, defect, match)
      const free = beforeLength(spoiled, request, campus)
      return afterLength(finishReply(free, request), request, campus)
    },
  }
}

/** A course catalog: OpenAPI 3.1, slugs chosen by clients, conditional writes, merge patches, two kinds of accounts. */
export const courses: ServerDefinition = {
  id: 'courses',
  documentUrl,
  basePath,
  credentials: asRegistrar,
  identities: [
    { name: 'student', credentials: asStudent, scopes: ['enrollments'] },
    { name: 'registrar by token', credentials: asRegistrarByToken },
    { name: 'other student', credentials: asOtherStudent, scopes: ['enrollments'] },
  ],
  create: createCourses,
}
