import type { Content, MediaType } from '../document.ts'
import type { Schemas } from '../schemas/schemas.ts'

/** How a body is written or read. */
export type MediaKind = 'json' | 'form' | 'text' | 'stream' | 'bytes'

export interface ChosenMediaType {
  readonly kind: MediaKind
  readonly contentType: string
  readonly media: MediaType
  /** The media types that the document declares beside the chosen one. */
  readonly others: readonly string[]
}

/** Chooses one of the declared media types: JSON first, then forms (requests only), text, and bytes. */
export function chooseMediaType(
  schemas: Schemas,
  content: Content,
  direction: 'request' | 'response',
): ChosenMediaType | undefined {
  const ranked = Object.entries(content)
    .map(([contentType, media]) => ({
      contentType,
      media,
      ...classify(schemas, contentType, media, direction),
    }))
    .toSorted((one, other) => one.rank - other.rank)
  const [first, ...rest] = ranked
  if (first === undefined) return undefined
  return {
    kind: first.kind,
    contentType: concreteType(first.kind, first.contentType),
    media: first.media,
    others: rest.map(({ contentType }) => contentType),
  }
}

/** Any media type is JSON if the schema is one of data, and bytes elsewhere. */
function concreteType(kind: MediaKind, contentType: string): string {
  if (kind === 'json' && contentType.includes('*')) return 'application/json'
  return kind === 'bytes' && contentType === '*/*' ? 'application/octet-stream' : contentType
}

function classify(
  schemas: Schemas,
  contentType: string,
  media: MediaType,
  direction: 'request' | 'response',
): { readonly kind: MediaKind; readonly rank: number } {
  const essence = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  if (essence === 'application/json') return { kind: 'json', rank: 0 }
  if (essence.endsWith('+json') || isAnyData(schemas, essence, media)) return { kind: 'json', rank: 1 }
  if (essence === 'text/event-stream' && direction === 'response') return { kind: 'stream', rank: 5 }
  if (direction === 'request') {
    if (essence === 'multipart/form-data') return { kind: 'form', rank: 2 }
    if (essence === 'application/x-www-form-urlencoded') return { kind: 'form', rank: 3 }
  }
  if (essence.startsWith('text/')) return { kind: 'text', rank: 4 }
  return { kind: 'bytes', rank: essence.includes('*') ? 7 : 6 }
}

function isAnyData(schemas: Schemas, essence: string, { schema }: MediaType): boolean {
  if (essence !== '*/*' && essence !== 'application/*') return false
  const resolved = schema === undefined ? true : schemas.resolve(schema)
  return typeof resolved === 'object' && Object.keys(resolved).length > 0 && resolved.type !== 'string'
}
