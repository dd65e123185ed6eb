import { testConfig } from '../../../vitest.base.ts'

export default testConfig((depth) => ({
  // The tests of the template run in its folder, as in a project that is made from it.
  dir: depth === 'test' ? 'test' : 'test/install',
  ...(depth === 'test' ? {} : { globalSetup: ['test/install/pack-kit.ts'] }),
}))
