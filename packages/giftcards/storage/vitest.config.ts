import { defineConfig } from 'vitest/config'

// One process for all files: they share the loaded modules, and one PostgreSQL, which costs more than any test.
export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: '.results/vitest.json' }]],
    isolate: false,
    maxWorkers: 1,
    testTimeout: 30_000,
  },
})
