import { describeStore } from '../../port-suite.ts'
import { openSqliteStore } from '../../index.ts'
import { keepStore } from '../testing/keep-store.ts'

// On each change the tests of the service run on such a store, and the suite runs on a file.
describeStore(
  'openSqliteStore in memory',
  keepStore(() => openSqliteStore({ location: ':memory:', mode: 'sandbox' })),
)
