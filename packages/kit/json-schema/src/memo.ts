/** Memoization by object. */
export { BoundedCache, oncePer, oncePerName } from './base/bounded-cache.ts'
