import { isObject, own } from '@contract-kit/json-schema/json'
import type { ApiServer } from './api-document.ts'
import type { ObjectPart } from './document-part.ts'

/** A placeholder host for a server URL that is only a path. */
const NO_HOST = 'http://no-host.invalid'

/** The servers of a document, a path item or an operation; undefined if none has a valid URL. */
export const readServers = ({ value }: ObjectPart): readonly ApiServer[] | undefined => {
  const declared = own(value, 'servers')
  const servers = (Array.isArray(declared) ? declared : []).flatMap((server) => {
    const template = own(server, 'url')
    if (typeof template !== 'string') return []
    const variables = own(server, 'variables')
    const url = template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
      const text = own(isObject(variables) ? own(variables, name) : undefined, 'default')
      return typeof text === 'string' ? text : ''
    })
    const parsed = URL.parse(url, NO_HOST)
    if (parsed === null) return []
    const { origin, pathname } = parsed
    return [{ url, origin: origin === NO_HOST ? '' : origin, basePath: pathname.replace(/\/+$/, '') }]
  })
  return servers.length === 0 ? undefined : servers
}
