import { isObject, toList, toObject } from './json.ts'

/** The first message in an error body: RFC 9457, OAuth 2.0 and common conventions. */
export function findMessages(body: unknown): readonly string[] {
  const error = toObject(body)
  const candidates = [
    error['message'],
    error['detail'],
    error['error_description'],
    error['errors'],
    error['error'],
    error['title'],
  ]
  for (const candidate of candidates) {
    const texts = isObject(candidate)
      ? findMessages(candidate)
      : [candidate, ...toList(candidate)].flatMap(toMessage)
    if (texts.length > 0) return texts
  }
  return []
}

function toMessage(value: unknown): readonly string[] {
  if (typeof value === 'string' && value !== '') return [value]
  return isObject(value) ? findMessages(value) : []
}
