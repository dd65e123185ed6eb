import type { Reply } from './reply.ts'

const nullBodyStatuses = new Set([204, 205, 304])

/**
 * Makes a response of the fetch API, and keeps what that API forbids as visible as possible. A forbidden body shows by its
 * `content-length`. A status outside 200–599 is set afterwards.
 */
export const toResponse = ({ status, headers, body }: Reply): Response => {
  const isConstructible = status >= 200 && status <= 599
  const response = new Response(nullBodyStatuses.has(status) ? null : (body ?? null), {
    status: isConstructible ? status : 200,
    headers,
  })
  // A string body would bring a content type that the server did not name.
  if (!('content-type' in headers)) response.headers.delete('content-type')
  if (!isConstructible) Object.defineProperty(response, 'status', { value: status })
  return response
}
