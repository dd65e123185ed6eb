import { join } from 'node:path'
import { createFolder } from '@giftcards/test-harness/process'
import { describeInstances } from './describe-instances.ts'

describeInstances('servers on one SQLite file', 2, async () => `sqlite:${join(createFolder(), 'cards.db')}`)
