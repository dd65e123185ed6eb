import { createHmac, randomUUIDv7 } from 'node:crypto'
import type { IdSource } from '@giftcards/marketplace'

/**
 * Makes UUIDs (RFC 9562). Without a seed they have version 7, which begins with the time, so a database stores those of one
 * moment side by side. With a seed they have version 4 and are the same for the same name in every run.
 */
export function createIdSource(seed: string | undefined): IdSource {
  if (seed === undefined) return { uuid: () => randomUUIDv7() }
  return {
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
}
