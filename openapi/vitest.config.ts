import { defineConfig } from 'vitest/config'

// Files share no state; sharing the loaded modules saves half of the time.
// The rules' tests start the linter as a process of its own: generous, because the machine may be busy.
export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: '.results/vitest.json' }]],
    isolate: false,
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
