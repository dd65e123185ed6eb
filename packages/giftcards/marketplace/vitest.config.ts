import { testConfig } from '../../../vitest.base.ts'

export default testConfig(() => ({ setupFiles: ['./vitest.setup.ts'] }))
