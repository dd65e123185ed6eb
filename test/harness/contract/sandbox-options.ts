import type { CheckContractOptions } from '@contract-kit/checker'
import { fileURLToPath } from 'node:url'
import type { Sandbox } from '../start-sandbox.ts'
import { policies } from './contract-policies.ts'

/** The bundled contract that partners receive. */
export const contractFile = fileURLToPath(import.meta.resolve('@giftcards/openapi/dist/openapi.yaml'))

/** Returns the options for checking a sandbox against the contract: as the Elite customer, on the published data. */
export const sandboxOptions = (
  sandbox: Pick<Sandbox, 'url' | 'partner' | 'reset'>,
): CheckContractOptions => ({
  document: contractFile,
  baseUrl: sandbox.url,
  seed: 1,
  // The clock of a test is frozen, so a pause would never end.
  maxPauseMs: 0,
  policies,
  authenticate: async () => {
    // The checker authenticates again after each of its own logins that the server rejects. A reset lifts the login limit.
    const partner = await logIn(sandbox).catch(async () => {
      await sandbox.reset()
      return logIn(sandbox)
    })
    return { authorization: `Bearer ${partner.token}`, 'x-cc-app': 'demo-app' }
  },
  reset: () => sandbox.reset(),
})

const logIn = (sandbox: Pick<Sandbox, 'partner'>) => sandbox.partner('elite@example.com')
