/** The `Idempotency-Key` of the next checkout, and the body it has been sent with. */
export interface IdempotencyKey {
  readonly value: string
  /** `undefined` until it is sent. */
  readonly sentWith: string | undefined
}

/** True once the key belongs to another body: the service would refuse it (422). */
export function isSpent(key: IdempotencyKey, body: string | undefined): boolean {
  return key.sentWith !== undefined && key.sentWith !== body
}

/** A random UUID (RFC 9562, version 4). `crypto.randomUUID` is missing on pages that are not served securely. */
export function createRandomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return value.toString(16).padStart(2, '0')
  }).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
