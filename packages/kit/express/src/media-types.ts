import { essenceOf } from '@contract-kit/openapi'

/** The charset parameter in lower case; empty if there is none. */
export function charsetOf(contentType: string): string {
  const [, charset = ''] = /;\s*charset="?([^\s;"]+)/i.exec(contentType) ?? []
  return charset.toLowerCase()
}

/** True for finite text. Event streams are text too, but never end. */
export function isText(contentType: string): boolean {
  const essence = essenceOf(contentType)
  return essence.startsWith('text/') && essence !== 'text/event-stream'
}

/** True for a sequence of JSON texts. An empty body is an empty sequence. */
export const isSequence = (essence: string): boolean =>
  /^application\/(?:(?:x-)?(?:ndjson|jsonl|jsonlines)|json-seq)$/.test(essence)
