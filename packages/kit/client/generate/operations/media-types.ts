import { type ApiMedia, essenceOf } from '@contract-kit/openapi'
import { mediaKindOf } from '@contract-kit/openapi/write'
import { keywordOf } from '@contract-kit/json-schema/schemas'
import { behind, schemaOf } from '../schemas/schema.ts'

/** How a body is serialized or parsed. */
export type MediaKind = 'json' | 'form' | 'text' | 'stream' | 'bytes'

export interface ChosenMediaType {
  readonly kind: MediaKind
  readonly contentType: string
  readonly media: ApiMedia
  /** The other declared media types. */
  readonly others: readonly string[]
}

/** Chooses one of the declared media types: JSON first, then forms (requests only), text, and bytes. */
export function chooseMediaType(
  declared: readonly ApiMedia[],
  direction: 'request' | 'response',
): ChosenMediaType | undefined {
  const ranked = declared
    .map((media) => ({ media, ...classify(media, direction) }))
    .toSorted((one, other) => one.rank - other.rank)
  const [first, ...rest] = ranked
  if (first === undefined) return undefined
  return {
    kind: first.kind,
    contentType: concreteType(first.kind, first.media.contentType),
    media: first.media,
    others: rest.map(({ media }) => media.contentType),
  }
}

/** Replaces a wildcard: with `application/json` for data, and with `application/octet-stream` for bytes of any type. */
function concreteType(kind: MediaKind, contentType: string): string {
  if (kind === 'json' && contentType.includes('*')) return 'application/json'
  return kind === 'bytes' && contentType === '*/*' ? 'application/octet-stream' : contentType
}

function classify(
  media: ApiMedia,
  direction: 'request' | 'response',
): { readonly kind: MediaKind; readonly rank: number } {
  const essence = essenceOf(media.contentType)
  if (essence === 'application/json') return { kind: 'json', rank: 0 }
  if (mediaKindOf(essence) === 'json' || isAnyData(essence, media)) return { kind: 'json', rank: 1 }
  if (essence === 'text/event-stream' && direction === 'response') return { kind: 'stream', rank: 5 }
  if (direction === 'request') {
    if (essence === 'multipart/form-data') return { kind: 'form', rank: 2 }
    if (essence === 'application/x-www-form-urlencoded') return { kind: 'form', rank: 3 }
  }
  if (essence.startsWith('text/')) return { kind: 'text', rank: 4 }
  return { kind: 'bytes', rank: essence.includes('*') ? 7 : 6 }
}

function isAnyData(essence: string, media: ApiMedia): boolean {
  if (essence !== '*/*' && essence !== 'application/*') return false
  return schemaOf(media)
    .map(behind)
    .some((node) => Object.keys(node.schema).length > 0 && keywordOf(node, 'type') !== 'string')
}
