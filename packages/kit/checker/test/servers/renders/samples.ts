import type { ProbeOptions } from '../kernel/probe-client.ts'
import { idOf } from './store.ts'

const sceneAt = (count: number): string => `/scenes/${idOf('7', count)}`

/** Paths of what is there from the start. */
export const seeded = {
  scene: sceneAt(1),
  missing: sceneAt(99),
  done: `${sceneAt(1)}/renders/${idOf('8', 1)}`,
  failed: `${sceneAt(1)}/renders/${idOf('8', 2)}`,
  queued: `${sceneAt(2)}/renders/${idOf('8', 3)}`,
  webhook: `/webhooks/${idOf('9', 1)}`,
} as const

/** A smallest scene. */
export const scene = { name: 'Quay', camera: { focalLength: 35 } } as const

/** A smallest render. */
export const still = {
  requestedBy: 'Ines',
  output: { kind: 'still', format: 'png', width: 64, height: 64 },
} as const

/** A render of three frames. */
export const animation = {
  requestedBy: 'Ines',
  output: { kind: 'animation', first: 1, last: 3, fps: 25 },
} as const

/** A smallest webhook. */
export const webhook = {
  url: 'https://studio.example/hook',
  events: ['render.done'],
  secret: 'whsec-9876543210',
} as const

/** Credentials of another account. */
export const asSouth = { authorization: 'Bearer south-Full-a01e' } as const

/** A token that may read only. */
export const asReader = { authorization: 'Bearer north-Read-19c2' } as const

/** A merge patch. */
export const merge = (json: object | null, headers: Readonly<Record<string, string>> = {}): ProbeOptions => ({
  json,
  headers: { 'content-type': 'application/merge-patch+json', ...headers },
})

/** A body of bytes. */
export const bytes = (body: string, type = 'application/octet-stream'): ProbeOptions => ({
  body,
  headers: { 'content-type': type },
})
