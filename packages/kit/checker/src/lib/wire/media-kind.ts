import { essenceOf } from '../document/find-response.ts'

/** How a body is put into bytes and read back: by its media type. */
export type MediaKind = 'json' | 'form' | 'multipart' | 'text' | 'opaque'

/** The kind of a media type, its parameters overlooked: `application/problem+json` is JSON, `image/png` opaque. */
export const mediaKindOf = (contentType: string): MediaKind => {
  const essence = essenceOf(contentType)
  if (essence === 'application/json' || essence === 'text/json' || essence.endsWith('+json')) return 'json'
  if (essence === 'application/x-www-form-urlencoded') return 'form'
  if (essence === 'multipart/form-data') return 'multipart'
  return essence.startsWith('text/') && essence !== 'text/xml' ? 'text' : 'opaque'
}

const CONCRETE: Readonly<Record<string, string>> = {
  '*/*': 'application/json',
  'application/*': 'application/json',
  'application/*+json': 'application/json',
  'text/*': 'text/plain',
  'image/*': 'image/png',
  'audio/*': 'audio/mpeg',
  'video/*': 'video/mp4',
  'multipart/*': 'multipart/form-data',
}

/** A media type that can be sent: the type itself, for a wildcard (`image/*`) a common type of its family. */
export const concreteMediaType = (contentType: string): string => {
  const essence = essenceOf(contentType)
  return essence.includes('*') ? (CONCRETE[essence] ?? essence.replace(/\*.*$/, 'octet-stream')) : contentType
}
