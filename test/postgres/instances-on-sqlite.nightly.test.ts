import { join } from 'node:path'
import { createFolder } from '../process/start-process.ts'
import { describeInstances } from './describe-instances.ts'

describeInstances('servers on one SQLite file', 2, async () => `sqlite:${join(createFolder(), 'cards.db')}`)
