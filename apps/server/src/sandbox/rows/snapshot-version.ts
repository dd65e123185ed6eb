import { createHash } from 'node:crypto'

/** Characters of a version: 132 bits, so that two states never share one. */
const length = 22

/** A name for a state: equal states have equal names, in every process and after every restart. */
export function snapshotVersion(snapshot: object): string {
  return createHash('sha256').update(JSON.stringify(snapshot)).digest('base64url').slice(0, length)
}
