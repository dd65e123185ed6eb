import { openPostgresStore } from '../index.ts'
import { describeStore } from '../port-suite.ts'
import { keepStore } from './testing/keep-store.ts'
import { sharedDatabase } from './testing/shared-postgres.ts'

// On each change the suite runs on a file and on PostgreSQL, with few runs of each property.
describeStore(
  'openPostgresStore',
  keepStore(async () => openPostgresStore({ url: await sharedDatabase(), mode: 'sandbox' })),
)
