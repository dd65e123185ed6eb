import { fileURLToPath } from 'node:url'
import { checkContract, type CheckContractOptions, type CheckResult, type Identity } from '../../src/index.ts'
import { openServer } from '../servers/kernel/open-server.ts'
import type { ServerDefinition } from '../servers/kernel/test-server.ts'

/** Runs the checker on a server of ours in this process, with its hooks. */
export const checkServer = (
  definition: ServerDefinition,
  deviation: string | undefined,
  options: Partial<CheckContractOptions> = {},
): Promise<CheckResult> => {
  const server = openServer(definition, deviation === undefined ? {} : { deviation })
  return checkContract({
    document: fileURLToPath(definition.documentUrl),
    baseUrl: server.url,
    fetch: server.fetch,
    identities: toIdentities(definition),
    // A server that is reset in between serves one request at a time.
    ...(options.workers === undefined ? { reset: () => server.reset() } : {}),
    cases: 20,
    ...options,
  })
}

const toIdentities = ({
  credentials,
  owns = false,
  identities = [],
}: ServerDefinition): Readonly<Record<string, Identity>> => ({
  ordinary: { headers: credentials, owns },
  ...Object.fromEntries(
    identities.map(({ name, credentials: headers, ...told }) => [name, { headers, ...told }]),
  ),
})
