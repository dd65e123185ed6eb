import { randomFillSync } from 'node:crypto'

/** How many are drawn at once. */
const drawn = 256

/**
 * Gives nonces of `size` random bytes, each once. Many are drawn together, as `crypto.randomUUID` does: asking for a few
 * bytes costs as much as asking for thousands.
 */
export function createNonces(size: number): () => Buffer {
  let pool = Buffer.alloc(0)
  let from = 0
  return () => {
    if (from === pool.length) {
      pool = randomFillSync(Buffer.alloc(size * drawn))
      from = 0
    }
    const nonce = pool.subarray(from, from + size)
    from += size
    return nonce
  }
}
