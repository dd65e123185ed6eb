import { testConfig } from '../../../vitest.base.ts'

export default testConfig((depth) =>
  depth === 'test' ? {} : { globalSetup: ['test/install/pack-packages.ts'] },
)
