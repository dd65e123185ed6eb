import { createHash } from 'node:crypto'

/** A 31-bit seed for one piece of work: it depends on the run's seed and the names given, never on what else is in the document. */
export const deriveSeed = (seed: number, ...names: readonly string[]): number =>
  createHash('sha256')
    .update([String(seed), ...names].join('\n'))
    .digest()
    .readUInt32BE(0) >>> 1
