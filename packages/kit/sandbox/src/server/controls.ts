import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Router } from 'express'
import type { Sandbox } from '../create-sandbox.ts'
import { SnapshotError } from '../state/snapshot.ts'

/** The default path of the controls. */
export const controlsPath = '/__sandbox'

/** The maximum size of an uploaded snapshot. */
const largestSnapshot = '64mb'

/**
 * Creates the router of a sandbox's controls: state, interpretation, reset, snapshot and clock. It requires no credentials, so mount it
 * only on a server that only its users can reach.
 */
export function sandboxControls(sandbox: Sandbox): Router {
  const router = express.Router()
  const json = express.json({ limit: largestSnapshot, strict: false })
  router.use(refuseOtherOrigins)
  router.get('/', (_request, response) => void response.json(overviewOf(sandbox)))
  router.post('/reset', (_request, response) => {
    sandbox.reset()
    response.json(overviewOf(sandbox))
  })
  router.get('/explain', (_request, response) => void response.type('text/plain').send(sandbox.explain()))
  router.get('/snapshot', (_request, response) => void response.json(sandbox.takeSnapshot()))
  router.put('/snapshot', json, (request, response) => {
    sandbox.restoreSnapshot(request.body)
    response.json(overviewOf(sandbox))
  })
  router.get('/clock', (_request, response) => void response.json(clockOf(sandbox)))
  router.put('/clock', json, (request, response) => {
    const { now, frozen } = readFields(request)
    const time = now === undefined ? sandbox.clock.now() : toTime(now)
    if (frozen !== undefined && typeof frozen !== 'boolean')
      throw badRequest('"frozen" must be true or false.')
    sandbox.clock.set(time, frozen ?? sandbox.clock.isFrozen)
    response.json(clockOf(sandbox))
  })
  router.post('/clock/advance', json, (request, response) => {
    const { seconds } = readFields(request)
    if (typeof seconds !== 'number' || !(seconds > 0) || seconds > longestStep)
      throw badRequest(`"seconds" must be a number above 0 and at most ${longestStep}.`)
    sandbox.clock.advance(seconds * 1000)
    response.json(clockOf(sandbox))
  })
  router.use(unknownControl, failedControl)
  return router
}

/** Prevents other websites from resetting a local sandbox: only programs and same-origin pages are allowed. */
const refuseOtherOrigins: RequestHandler = ({ headers, protocol }, _response, next) => {
  if (headers.origin === undefined || headers.origin === `${protocol}://${headers.host}`) return next()
  throw Object.assign(new Error('Pages of other origins cannot use the controls.'), { status: 403 })
}

/** Ten years, in seconds. */
const longestStep = 315_576_000

function overviewOf(sandbox: Sandbox) {
  return { title: sandbox.title, items: sandbox.countItems(), clock: clockOf(sandbox) }
}

const clockOf = ({ clock }: Sandbox) => ({
  now: new Date(clock.now()).toISOString(),
  frozen: clock.isFrozen,
})

function readFields(request: Request): Readonly<Record<string, unknown>> {
  const body: unknown = request.body
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('The body must be a JSON object.')
  return body as Readonly<Record<string, unknown>>
}

function toTime(text: unknown): number {
  const time = typeof text === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : NaN
  if (Number.isNaN(time)) throw badRequest('"now" must be a time such as 2030-01-31T12:00:00Z.')
  return time
}

const badRequest = (message: string): Error => Object.assign(new Error(message), { status: 400 })

const unknownControl: RequestHandler = (request) => {
  throw Object.assign(new Error(`Unknown control ${request.method} ${request.path}.`), { status: 404 })
}

const failedControl: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error)
  const isRefused = error instanceof SnapshotError
  const reported = error instanceof Error && 'status' in error ? error.status : undefined
  const status = isRefused
    ? 400
    : typeof reported === 'number' && reported >= 400 && reported < 500
      ? reported
      : 500
  const title = status === 500 ? 'The control failed.' : error instanceof Error ? error.message : ''
  response.status(status).type('application/problem+json').send(JSON.stringify({ title, status }))
}
