import { fileURLToPath } from 'node:url'
import { checkContract, type CheckContractOptions, type CheckResult } from '../../src/index.ts'
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
    authenticate: () => definition.credentials,
    reset: () => server.reset(),
    cases: 20,
    ...options,
  })
}
