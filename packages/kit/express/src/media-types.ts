import { essenceOf } from '@contract-kit/openapi'

/** The charset parameter in lower case; empty if there is none. */
export function charsetOf(contentType: string): string {
  const [, charset = ''] = /;\s*charset="?([^\s;"]+)/i.exec(contentType) ?? []
  return charset.toLowerCase()
}

/** True for text that ends. Event streams are text by name, but never end. */
export function isText(contentType: string): boolean {
  const essence = essenceOf(contentType)
  return essence.startsWith('text/') && essence !== 'text/event-stream'
}

/** True for several JSON texts, one after the other. There may be none: then the body is empty. */
export const isSequence = (essence: string): boolean =>
  /^application\/(?:(?:x-)?(?:ndjson|jsonl|jsonlines)|json-seq)$/.test(essence)
