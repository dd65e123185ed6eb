import { describeDurableStore, describeStore } from '../../port-suite.ts'
import { openPostgresStore } from '../../index.ts'
import { keepStore } from '../testing/keep-store.ts'
import { sharedDatabase, temporaryDatabase } from '../testing/shared-postgres.ts'

describeStore(
  'openPostgresStore',
  keepStore(async () => openPostgresStore({ url: await sharedDatabase(), mode: 'sandbox' })),
)

describeDurableStore('openPostgresStore reopened', async () => {
  const url = await temporaryDatabase('sandbox')
  const reopen = () => openPostgresStore({ url, mode: 'sandbox' })
  return { store: await reopen(), reopen }
})
