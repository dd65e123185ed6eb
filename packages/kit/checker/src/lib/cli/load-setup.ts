import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CheckContractOptions, CredentialHeaders } from '../run/check-options.ts'
import { ConfigurationError } from '../run/configuration-error.ts'

/** What a setup module may export. */
export type Setup = Pick<CheckContractOptions, 'authenticate' | 'reset' | 'policies'>

/** Imports the setup module; hooks may also stand in its default export. Throws {@link ConfigurationError}. */
export const loadSetup = async (path: string, cwd: string): Promise<Setup> => {
  const file = resolve(cwd, path)
  if (!existsSync(file)) throw new ConfigurationError(`There is no setup module ${path}.`)
  const module = await importModule(file, path)
  const exported = { ...(isRecord(module['default']) ? module['default'] : {}), ...module }
  for (const name of ['authenticate', 'reset']) {
    if (exported[name] !== undefined && typeof exported[name] !== 'function') {
      throw new ConfigurationError(`${name} in the setup module ${path} must be a function.`)
    }
  }
  const { authenticate, reset, policies } = exported as Setup
  return {
    ...(authenticate === undefined ? {} : { authenticate: toHeaders(authenticate) }),
    ...(reset === undefined ? {} : { reset }),
    ...(policies === undefined ? {} : { policies }),
  }
}

/** What comes from a module that no compiler has seen is looked at before it is used. */
const toHeaders =
  (authenticate: NonNullable<Setup['authenticate']>): NonNullable<Setup['authenticate']> =>
  async (context) => {
    const headers: unknown = await authenticate(context)
    if (isRecord(headers) && Object.values(headers).every((value) => typeof value === 'string'))
      return headers as CredentialHeaders
    throw new Error("it must return headers, such as { authorization: 'Bearer …' }")
  }

const importModule = async (file: string, path: string): Promise<Record<string, unknown>> => {
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    throw new ConfigurationError(`The setup module ${path} cannot be loaded: ${reason}`, { cause: error })
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
