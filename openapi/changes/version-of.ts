import type { JsonObject } from '../scripts/publish.ts'

/** The version that a contract calls itself, `info.version`; empty when it has none. */
export function versionOf({ info }: JsonObject): string {
  const version =
    info !== null && typeof info === 'object' && !Array.isArray(info) ? info['version'] : undefined
  return typeof version === 'string' ? version : ''
}
