import { join } from 'node:path'
import { testConfig } from '../../../vitest.base.ts'

export default testConfig(() => ({ setupFiles: [join(import.meta.dirname, '../../../vitest.validator.ts')] }))
