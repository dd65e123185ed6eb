import { vi } from 'vitest'
import { describeDurableStore, describeStore } from '../../port-suite.ts'
import { openPostgresStore } from '../../index.ts'
import { keepStore } from '../testing/keep-store.ts'
import { sharedDatabase, temporarySchema } from '../testing/shared-postgres.ts'

// Each statement is a message to another process, and its response: slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

describeStore(
  'openPostgresStore',
  keepStore(async () => openPostgresStore({ url: await sharedDatabase(), mode: 'sandbox' })),
)

describeDurableStore('openPostgresStore reopened', async () => {
  const { url } = await temporarySchema()
  const reopen = () => openPostgresStore({ url, mode: 'sandbox' })
  return { store: await reopen(), reopen }
})
