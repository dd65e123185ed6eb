/** Results that are kept as long as what they are of. */
export { BoundedCache, oncePer, oncePerName } from './base/bounded-cache.ts'
