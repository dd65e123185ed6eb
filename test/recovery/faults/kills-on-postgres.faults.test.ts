import { describeKills } from './describe-kills.ts'
import { createPostgresDatabase } from './start-engine.ts'

describeKills('PostgreSQL', createPostgresDatabase)
