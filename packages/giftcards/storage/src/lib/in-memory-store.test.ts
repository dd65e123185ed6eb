import { createInMemoryStore } from '@giftcards/marketplace/testing'
import { describeProductionStore, describeStore } from '../port-suite.ts'

describeStore('createInMemoryStore', async () => ({ store: createInMemoryStore() }))
describeProductionStore('createInMemoryStore for production', async () => createInMemoryStore('production'))
