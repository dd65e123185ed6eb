import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type CheckContractOptions,
  ConfigurationError,
  type CredentialHeaders,
} from '../core/check-options.ts'
import type { CliArguments } from './arguments.ts'

/** What a setup module may export. */
type Setup = Pick<CheckContractOptions, 'authenticate' | 'reset' | 'policies'>

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

/** What the command line, the setup module and the policy file say together. Throws {@link ConfigurationError}. */
export const toOptions = async (args: CliArguments, cwd: string): Promise<CheckContractOptions> => {
  const setup = args.setup === undefined ? {} : await loadSetup(args.setup, cwd)
  const policies = args.policyFile === undefined ? {} : await readPolicyFile(args.policyFile, cwd)
  return {
    document: isUrl(args.document) ? args.document : resolve(cwd, args.document),
    baseUrl: args.url,
    headers: args.headers,
    include: args.include,
    exclude: args.exclude,
    disableChecks: args.disableChecks,
    strictResponses: args.strictResponses,
    showSecrets: args.showSecrets,
    thresholds: args.thresholds,
    ...setup,
    policies: joinPolicies(setup.policies ?? {}, policies),
    ...(args.phases.length === 0 ? {} : { phases: args.phases }),
    ...given('cases', args.cases),
    ...given('seed', args.seed),
    ...given('maxTimeMs', args.maxTimeMs),
    ...given('timeoutMs', args.timeoutMs),
    ...given('maxResponseTimeMs', args.maxResponseTimeMs),
    ...given('replay', args.replay),
  }
}

type Policies = NonNullable<CheckContractOptions['policies']>

const isUrl = (document: string): boolean => /^[a-z][a-z+.-]+:\/\//i.test(document)

const given = <Key extends keyof CheckContractOptions>(
  key: Key,
  value: CheckContractOptions[Key] | undefined,
): Partial<CheckContractOptions> => (value === undefined ? {} : { [key]: value })

const readPolicyFile = async (path: string, cwd: string): Promise<Policies> => {
  const content = await readJson(path, cwd)
  const isTable =
    typeof content === 'object' && content !== null && Object.values(content).every(Array.isArray)
  if (isTable && !Array.isArray(content)) return content as Policies
  throw new ConfigurationError(
    `The policy file ${path} must hold { operationId: [{ statuses, reason, checks }] }.`,
  )
}

const readJson = async (path: string, cwd: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(resolve(cwd, path), 'utf8'))
  } catch (error) {
    throw new ConfigurationError(`The policy file ${path} cannot be read as JSON.`, { cause: error })
  }
}

const joinPolicies = (some: Policies, others: Policies): Policies => ({
  ...some,
  ...Object.fromEntries(Object.entries(others).map(([id, list]) => [id, [...(some[id] ?? []), ...list]])),
})
