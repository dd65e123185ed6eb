import type { ServerRequest } from '../kernel/server-request.ts'
import { Refusal } from './find-or-refuse.ts'
import type { Operation } from './operations.ts'

/** A body that was read, and the schema which it has to keep. */
export interface ReadBody {
  readonly value: unknown
  readonly contentType: string
  readonly schemaPointer: string
}

const parseContentType = (header: string): { readonly type: string; readonly charset: string } => {
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim().toLowerCase())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length)
  return { type, charset: (charset ?? 'utf-8').replaceAll('"', '') }
}

/**
 * Reads the JSON body of a request; undefined if none was sent and none is needed. Ends the request with 415 for a media type or charset
 * that the operation does not take. Ends it with 400 for a missing body or broken JSON.
 */
export const readBody = (
  { body: wanted }: Operation,
  { headers, body }: ServerRequest,
): ReadBody | undefined => {
  if (wanted === undefined) return undefined
  if (body.length === 0) {
    if (wanted.required) throw new Refusal(400, 'A body is needed.')
    return undefined
  }
  const { type, charset } = parseContentType(headers.get('content-type') ?? '')
  const schemaPointer = wanted.schemaPointers.get(type)
  if (schemaPointer === undefined || charset !== 'utf-8') throw new Refusal(415)
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return { value, contentType: type, schemaPointer }
  } catch {
    throw new Refusal(400, 'The body is no JSON in UTF-8.')
  }
}
