import type { CheckContractOptions } from '@contract-kit/checker'
import { fileURLToPath } from 'node:url'
import type { Sandbox } from '../start-sandbox.ts'
import { policies } from './contract-policies.ts'

/** The bundled contract, as partners get it. */
export const contractFile = fileURLToPath(import.meta.resolve('@giftcards/openapi/dist/openapi.yaml'))

/** How the contract checker reaches a sandbox: as the Elite customer, on the published data. */
export const sandboxOptions = (
  sandbox: Pick<Sandbox, 'url' | 'partner' | 'reset'>,
): CheckContractOptions => ({
  document: contractFile,
  baseUrl: sandbox.url,
  seed: 1,
  // The clock of a test stands still: no pause is ever over.
  maxPauseMs: 0,
  policies,
  authenticate: async () => {
    // The checker asks again after each login that it invents and the server rejects. A reset lifts the limit on attempts.
    const partner = await logIn(sandbox).catch(async () => {
      await sandbox.reset()
      return logIn(sandbox)
    })
    return { authorization: `Bearer ${partner.token}`, 'x-cc-app': 'demo-app' }
  },
  reset: () => sandbox.reset(),
})

const logIn = (sandbox: Pick<Sandbox, 'partner'>) => sandbox.partner('elite@example.com')
