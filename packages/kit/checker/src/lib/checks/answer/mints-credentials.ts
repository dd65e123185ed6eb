import type { ApiDocument } from '../../document/api-document.ts'
import { findAt } from '../../schema/json-pointer.ts'
import { isObject } from '../../schema/json.ts'

/** Whether a path is the token endpoint of an OAuth flow: it refuses well-formed requests that hold no real credentials. */
export const mintsCredentials = (document: ApiDocument, path: string): boolean => {
  const schemes = findAt(document.raw, '/components/securitySchemes')
  if (!isObject(schemes)) return false
  return Object.values(schemes)
    .flatMap((scheme) =>
      isObject(scheme) && isObject(scheme['flows']) ? Object.values(scheme['flows']) : [],
    )
    .some(
      (flow) =>
        isObject(flow) && typeof flow['tokenUrl'] === 'string' && pathOf(flow['tokenUrl']).endsWith(path),
    )
}

const pathOf = (url: string): string =>
  URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost').pathname : url
