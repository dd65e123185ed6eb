import { createAdminProgram } from './admin/admin-program.ts'
import { runProgram } from './program.ts'

await runProgram(createAdminProgram().program)
