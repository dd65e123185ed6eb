import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: '.results/vitest.json' }]],
    maxWorkers: 2,
    testTimeout: 30_000,
  },
})
