import { createHmac, randomUUIDv7 } from 'node:crypto'
import type { Clock, IdSource } from '@giftcards/marketplace'

/** An id source whose sequence starts again after `restart`. */
export interface ServerIds extends IdSource {
  restart(): void
}

/**
 * Creates UUIDs (RFC 9562). Without a seed they have version 7, which begins with the time, so that a database stores UUIDs
 * created together side by side. With a seed they have version 4 and are the same for the same name in every run. Without a name,
 * they depend on the time and on a counter, so a restarted server does not repeat them.
 */
export function createIdSource(seed: string | undefined, clock: Clock): ServerIds {
  if (seed === undefined)
    return { uuid: () => randomUUIDv7(), next: () => randomUUIDv7(), restart: () => undefined }
  let count = 0
  const ids: ServerIds = {
    next: (kind) => ids.uuid(`${kind}:${clock.now()}:${(count += 1)}`),
    restart: () => void (count = 0),
    uuid(name) {
      const bytes = createHmac('sha256', seed).update(name).digest().subarray(0, 16)
      bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
      bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
      const hex = bytes.toString('hex')
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
        '-',
      )
    },
  }
  return ids
}
