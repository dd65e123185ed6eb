import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { CheckContractOptions } from '../run/check-options.ts'
import { ConfigurationError } from '../run/configuration-error.ts'
import { loadSetup } from './load-setup.ts'
import type { CliArguments } from './parse-arguments.ts'

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
