import type { Part } from '../kernel/part.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import { mediaType } from './media-type.ts'
import { Refusal, type Call } from './office.ts'

/** The document as the server reads it, and its schemas compiled. */
export interface Reading {
  readonly document: Part
  readonly faultsOf: (schema: unknown, value: unknown) => readonly string[]
}

const parse = (body: Uint8Array<ArrayBuffer>): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown
  } catch {
    throw new Refusal(400, 'The body is not JSON.')
  }
}

/** The body of a request; undefined if the operation takes none. Ends the request if it is not what the document asks for. */
export const readBody = (
  { body, headers }: ServerRequest,
  declared: Part | undefined,
  { faultsOf }: Reading,
): unknown => {
  const media = declared?.requestBody?.content?.[mediaType]
  if (media === undefined) return undefined
  if (body.length === 0) throw new Refusal(400, 'A body is needed.')
  const sentType = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (sentType !== mediaType) throw new Refusal(415, `The body must be ${mediaType}.`)
  const value = parse(body)
  const faults = faultsOf(media.schema, value)
  if (faults.length > 0)
    throw new Refusal(
      422,
      'The body is wrong.',
      faults.map((fault) => fault.split(' ')[0] ?? ''),
    )
  return value
}

/** The only value of a parameter of the query; undefined if it was not sent. */
export const readOne = (
  { query }: Call,
  name: string,
  isRight: (text: string) => boolean,
): string | undefined => {
  const values = query.getAll(name)
  if (values.length > 1 || !values.every(isRight)) throw new Refusal(400, `${name} is wrong.`)
  return values[0]
}

/** A number of the query. */
export const readNumber = (call: Call, name: string, max: number, otherwise: number): number =>
  Number(readOne(call, name, (text) => /^[1-9]\d{0,3}$/.test(text) && Number(text) <= max) ?? otherwise)

/** A flag of the query; undefined if it was not sent. */
export const readFlag = (call: Call, name: string): boolean | undefined => {
  const text = readOne(call, name, (sent) => sent === 'true' || sent === 'false')
  return text === undefined ? undefined : text === 'true'
}
