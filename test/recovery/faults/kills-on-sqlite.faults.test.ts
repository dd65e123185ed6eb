import { createDatabaseFile } from './database-file.ts'
import { describeKills } from './describe-kills.ts'

describeKills('SQLite', createDatabaseFile)
