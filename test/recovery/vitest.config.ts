import { testConfig } from '../../vitest.base.ts'

export default testConfig((depth) =>
  depth === 'test' ? {} : { globalSetup: ['faults/figures/summarize-run.ts'] },
)
