/** Methods by which nothing is asked to change (RFC 9110, section 9.2.1). */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/** Whether a request of this method only reads. */
export const isSafeMethod = (method: string): boolean => SAFE.has(method)
