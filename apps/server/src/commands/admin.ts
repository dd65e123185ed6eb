import { adminProgram } from './admin/admin-program.ts'
import { runVerbs } from './admin/run-verbs.ts'

await runVerbs(adminProgram)
