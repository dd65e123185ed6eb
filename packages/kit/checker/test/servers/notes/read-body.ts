import type { Part } from '../kernel/part.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import { Refusal } from './pad.ts'

/** The document as the server reads it, and its schemas compiled. */
export interface Reading {
  readonly document: Part
  readonly faultsOf: (schema: unknown, value: unknown) => readonly string[]
}

const parse = (body: Uint8Array<ArrayBuffer>): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown
  } catch {
    throw new Refusal('wrong_call', ['the body is not JSON'])
  }
}

/** The body of a call; undefined if the call takes none. Ends the call if the body is not what the document asks for. */
export const readBody = (
  { body, headers }: ServerRequest,
  declared: Part | undefined,
  { faultsOf }: Reading,
): unknown => {
  const schema = declared?.requestBody?.content?.['application/json']?.schema
  if (schema === undefined) return undefined
  if (body.length === 0) throw new Refusal('wrong_call', ['a body is needed'])
  if (!/^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? ''))
    throw new Refusal('wrong_media_type')
  const value = parse(body)
  const faults = faultsOf(schema, value)
  if (faults.length > 0) throw new Refusal('wrong_call', faults)
  return value
}
