import { defineConfig } from 'vitest/config'

// Files share no state; sharing the loaded modules saves half of the time.
export default defineConfig({
  test: {
    setupFiles: ['./vitest.setup.ts'],
    reporters: ['default', ['json', { outputFile: '.results/vitest.json' }]],
    isolate: false,
    maxWorkers: 2,
    testTimeout: 30_000,
  },
})
