import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    setupFiles: ['./vitest.setup.ts'],
    reporters: ['default', ['json', { outputFile: '.results/vitest.json' }]],
  },
})
