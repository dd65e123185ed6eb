import type { Json } from '../schema/json.ts'
import type { Answer } from './exchange.ts'
import { isJsonType } from './is-json-type.ts'
import type { TimedResponse } from './transport.ts'

const utf8 = new TextDecoder('utf-8', { ignoreBOM: false })

/** Reads an answer once, so that every check sees the same text and the same value. */
export const readAnswer = (response: TimedResponse): Answer => {
  const first = new Map<string, string>()
  for (const [name, value] of response.headers) if (!first.has(name)) first.set(name, value)
  const contentType = first.get('content-type')
  const text = utf8.decode(response.body)
  const parsed = contentType !== undefined && isJsonType(contentType) && text !== '' ? parseJson(text) : {}
  return {
    ...response,
    header: (name) => first.get(name),
    contentType,
    text,
    json: parsed.value,
    jsonError: parsed.error,
  }
}

const parseJson = (text: string): { readonly value?: Json; readonly error?: string } => {
  try {
    return { value: JSON.parse(text) as Json }
  } catch {
    return { error: 'the body is no JSON' }
  }
}
