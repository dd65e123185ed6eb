/** The media type without its parameters, in lower case; empty for anything that is not text. */
export function essenceOf(contentType: unknown): string {
  if (typeof contentType !== 'string') return ''
  const end = contentType.indexOf(';')
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
}

/** The charset parameter in lower case; empty if there is none. */
export function charsetOf(contentType: string): string {
  const [, charset = ''] = /;\s*charset="?([^\s;"]+)/i.exec(contentType) ?? []
  return charset.toLowerCase()
}

/** True for `application/json` and every media type with the suffix `+json` (RFC 6839, 3.1). */
export function isJson(contentType: string): boolean {
  const essence = essenceOf(contentType)
  return essence === 'application/json' || essence.endsWith('+json')
}

/** True for text that ends. Event streams are text by name, but never end. */
export function isText(contentType: string): boolean {
  const essence = essenceOf(contentType)
  return essence.startsWith('text/') && essence !== 'text/event-stream'
}

/** True for several JSON texts, one after the other. There may be none: then the body is empty. */
export const isSequence = (essence: string): boolean =>
  /^application\/(?:(?:x-)?(?:ndjson|jsonl|jsonlines)|json-seq)$/.test(essence)

export const isMultipart = (contentType: string): boolean => essenceOf(contentType) === 'multipart/form-data'

/** True for both media types of HTML forms. Their fields are text, whatever their schema says. */
export const isForm = (contentType: string): boolean =>
  isMultipart(contentType) || essenceOf(contentType) === 'application/x-www-form-urlencoded'

/** The order in which declared media ranges apply: `application/json`, `application/*+json`, `application/*`, `*` (OpenAPI 3.1, 4.8.14). */
export const bySpecificity = (one: string, other: string): number => weigh(other) - weigh(one)

const weigh = (range: string): number => range.length - 1000 * range.split('*').length

/** Whether a media type, without parameters, is in a range. Anything without `*` matches itself. */
export function isInRange(range: string, essence: string): boolean {
  const star = range.indexOf('*')
  if (star === -1) return range === essence
  if (star === 0) return essence !== ''
  return essence.startsWith(range.slice(0, star)) && essence.endsWith(range.slice(star + 1))
}
