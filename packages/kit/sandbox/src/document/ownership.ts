import { oncePer } from '@contract-kit/json-schema/memo'
import { isSecured, type ApiOperation } from '@contract-kit/openapi'
import type { Resource } from '@contract-kit/resources'
import type { Kind } from './kinds.ts'

/**
 * Whether items belong to the caller who creates them. They are shared if reading them requires other credentials than creating them: for
 * example, an operator adds items that customers see.
 */
export const isOwned = oncePer((kind: Kind): boolean => {
  const creating = kind.resources.flatMap(({ create, replace }) => schemesOf(create ?? replace))
  const reading = kind.resources.flatMap(({ read, list }) => [...schemesOf(read), ...schemesOf(list)])
  return reading.length === 0 || creating.some((scheme) => reading.includes(scheme))
})

const schemesOf = (call: { readonly operation: ApiOperation } | undefined): readonly string[] =>
  call?.operation.security.flatMap(({ schemes }) => schemes.map(({ name }) => name)) ?? []

/** Whether each caller has a separate singleton, such as `/me`: none of its operations is public. */
function isPersonal({ kind, parent, read, replace, patch, remove, create }: Resource): boolean {
  const operations = [read, replace, patch, remove, create].flatMap((call) => call?.operation ?? [])
  return kind === 'singleton' && parent === undefined && operations.every(isSecured)
}

/** The key of a singleton: its path, with the caller in the fragment if the singleton is per caller. */
export const singletonKey = (resource: Resource, path: string, identity: string | undefined): string =>
  identity !== undefined && isPersonal(resource) ? `${path}#${identity}` : path
