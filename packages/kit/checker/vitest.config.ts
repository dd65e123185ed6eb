import { testConfig } from '../../../vitest.base.ts'

export default testConfig((depth) =>
  depth === 'nightly' ? { globalSetup: ['test/install/pack-packages.ts'] } : {},
)
