import { testConfig } from '../../../vitest.base.ts'

// The tests of the template run in its folder, as in a project that is made from it.
export default testConfig(() => ({ dir: 'test' }))
