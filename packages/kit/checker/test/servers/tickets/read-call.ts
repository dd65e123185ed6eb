import { Fault, type Call } from './desk.ts'
import { findFaults, type Rule } from './rules.ts'

const maxInt64 = 2n ** 63n - 1n

/** A number in the path, from one to the greatest of 64 bits. */
export const readNumber = ({ params }: Call, name: string): number => {
  const sent = params[name] ?? ''
  if (!/^[1-9]\d*$/.test(sent) || BigInt(sent) > maxInt64)
    throw new Fault(400, 'The path is wrong.', { [name]: 'must be a number from one on' })
  return Number(sent)
}

/** The only value of a parameter of the query; undefined if it was not sent. */
export const readOnly = ({ query }: Call, name: string): string | undefined => {
  const values = query.getAll(name)
  if (values.length > 1) throw new Fault(400, 'The query is wrong.', { [name]: 'was sent more than once' })
  return values[0]
}

/** A whole number in the query. */
export const readWhole = (
  call: Call,
  name: string,
  { min, max, otherwise }: { readonly min: number; readonly max: number; readonly otherwise: number },
): number => {
  const sent = readOnly(call, name)
  if (sent === undefined) return otherwise
  const number = /^-?(0|[1-9]\d{0,15})$/.test(sent) ? Number(sent) : Number.NaN
  if (!(number >= min && number <= max))
    throw new Fault(400, 'The query is wrong.', { [name]: `must be a whole number from ${min} to ${max}` })
  return number
}

/** Ends the request with 400 if a value breaks a rule. */
export const assertRule = (rule: Rule, value: unknown, what: string): void => {
  const fields = findFaults(rule, value, typeof value === 'object' ? '' : what)
  if (fields !== undefined) throw new Fault(400, `The ${what} is wrong.`, fields)
}

const mediaType = ({ request }: Call): string =>
  (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

const readText = ({ request }: Call): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(request.body)
  } catch {
    throw new Fault(400, 'The body is not UTF-8.')
  }
}

/** Ends the request with 415 if its body is of another media type. */
export const assertMediaType = (call: Call, ...wanted: readonly string[]): void => {
  if (call.request.body.length > 0 && !wanted.includes(mediaType(call)))
    throw new Fault(415, `The body must be ${wanted.join(' or ')}.`)
}

/** The JSON body; undefined if there is none. */
export const readJson = (call: Call, ...wanted: readonly string[]): unknown => {
  assertMediaType(call, 'application/json', ...wanted)
  if (call.request.body.length === 0) return undefined
  const sent = readText(call)
  try {
    return JSON.parse(sent) as unknown
  } catch {
    throw new Fault(400, 'The body is no JSON.')
  }
}

/** The form of an `application/x-www-form-urlencoded` body. */
export const readForm = (call: Call): URLSearchParams => {
  assertMediaType(call, 'application/x-www-form-urlencoded')
  return new URLSearchParams(readText(call))
}

/** The parts of a `multipart/form-data` body. */
export const readParts = async (call: Call): Promise<FormData> => {
  assertMediaType(call, 'multipart/form-data')
  const { headers, body } = call.request
  const contentType = headers.get('content-type')
  if (body.length === 0 || contentType === null) throw new Fault(400, 'A body is needed.')
  try {
    return await new Response(body, { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new Fault(400, 'The parts of the body cannot be told apart.')
  }
}
