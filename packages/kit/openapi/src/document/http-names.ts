import { BoundedCache } from '@contract-kit/json-schema/memo'

/** An HTTP method; `additionalOperations` of OpenAPI 3.2 may name others. */
export type HttpMethod =
  'GET' | 'PUT' | 'POST' | 'DELETE' | 'OPTIONS' | 'HEAD' | 'PATCH' | 'TRACE' | 'QUERY' | (string & {})

/** A media type without its parameters, lower case. */
export const essenceOf = (contentType: string): string =>
  essences.get(contentType, () => (contentType.split(';')[0] ?? '').trim().toLowerCase())

const essences = new BoundedCache<string>(1_000)
