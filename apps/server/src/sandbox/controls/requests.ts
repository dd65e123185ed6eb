import { type Control, defaultLimit } from './control.ts'
import { invalidResponse } from '../../wire/refusal-catalogue.ts'

/** Lists the most recent requests, newest first. */
export const listRequests: Control<'listRequests'> = async ({ query }, { requests }) => ({
  status: 200,
  body: { requests: [...requests.list(query.limit ?? defaultLimit)] },
})

const notFound = () => ({
  status: 404 as const,
  headers: { 'x-error-code': 'not_found' as const },
  body: { message: ['Not found'] },
})

/** Shows one request and its response, masked. */
export const getRequest: Control<'getRequest'> = async ({ path }, { requests }) => {
  const exchange = requests.find(path.requestNumber)
  return exchange === undefined ? notFound() : { status: 200, body: exchange }
}

/** Replays a request, and shows the new exchange. */
export const replayRequest: Control<'replayRequest'> = async ({ path, body }, { requests, replay }) => {
  if (requests.find(path.requestNumber) === undefined) return notFound()
  const original = requests.originalOf(path.requestNumber)
  if (original === undefined) return invalidResponse('The body of this request was not kept completely')
  const options = { replayOf: path.requestNumber, idempotencyKey: body.idempotencyKey }
  const replayed = requests.find(await replay(original, options))
  // A reset cleared the log meanwhile.
  return replayed === undefined ? notFound() : { status: 200, body: replayed }
}
