import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: '.results/vitest.json' }]],
    hookTimeout: 30_000,
    testTimeout: 30_000,
  },
})
