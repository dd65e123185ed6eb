import type { OnBreach } from '@contract-kit/express'

/**
 * Sends a response that breaks the document as it is, and tells of it once for each operation. If a document has no response for a case,
 * such as an invalid request, that is not the fault of the request. An error instead would hide what the sandbox knows.
 */
export function warnOfBreaches(warn: (line: string) => void = console.warn): OnBreach {
  const told = new Set<string>()
  return ({ message, operation, breaches }) => {
    if (breaches.every(({ place }) => place === 'status')) return undefined
    const { method, path } = operation
    if (!told.has(`${method} ${path}`))
      warn(`No response to ${method} ${path} keeps the document: ${message}`)
    told.add(`${method} ${path}`)
    return undefined
  }
}
