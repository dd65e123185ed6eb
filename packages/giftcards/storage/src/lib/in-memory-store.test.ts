import { createInMemoryStore } from '@giftcards/marketplace/testing'
import { describeStore } from '../port-suite.ts'

describeStore('createInMemoryStore', async () => ({ store: createInMemoryStore() }))
