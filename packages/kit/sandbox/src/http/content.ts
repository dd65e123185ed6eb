import { isValid } from '@contract-kit/json-schema/schemas'
import { essenceOf, type ApiResponse } from '@contract-kit/openapi'
import type { Content } from '../state/item.ts'
import { type Call, type Input, type Reply, textOf } from './call.ts'
import { chooseMedia } from './choose.ts'
import { isJsonMedia } from './represent.ts'

/** The text or bytes of a request: a body that is neither JSON nor a form, else the first file of the form. */
export function contentIn({
  body,
  mediaType = 'application/octet-stream',
  files,
}: Input): Content | undefined {
  const [file] = files ?? []
  if (file !== undefined)
    return { mediaType: file.mediaType, base64: Buffer.from(file.bytes).toString('base64') }
  if (isJsonMedia(essenceOf(mediaType))) return undefined
  if (typeof body === 'string') return { mediaType, text: body }
  return body instanceof Uint8Array ? { mediaType, base64: Buffer.from(body).toString('base64') } : undefined
}

/** A response with the original text or bytes; undefined if the response has another format. */
export function showContent(
  content: Content | undefined,
  { status, response }: { readonly status: number; readonly response: ApiResponse | undefined },
  { headers }: Call,
  filled: Record<string, string>,
): Reply | undefined {
  if (content === undefined || response === undefined || status === 204) return undefined
  const media = chooseMedia(response.media, textOf(headers['accept']))
  const essence = media && essenceOf(media.contentType)
  if (media === undefined || essence === undefined || isJsonMedia(essence)) return undefined
  const sent = essenceOf(content.mediaType)
  const isRange = essence.endsWith('/*') && sent.startsWith(essence.slice(0, -1))
  if (essence !== sent && !isRange && essence !== 'application/octet-stream') return undefined
  const body = 'text' in content ? content.text : Buffer.from(content.base64, 'base64')
  // An empty body would count as missing where the document requires one.
  if (body.length === 0) return undefined
  if (typeof body === 'string' && media.schema !== undefined && !isValid(media.schema, body)) return undefined
  return { status, headers: filled, mediaType: isRange ? sent : media.contentType, body }
}
