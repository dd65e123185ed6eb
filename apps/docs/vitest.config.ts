import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: '.results/vitest.json' }]],
    include: ['scripts/**/*.test.ts', 'rules/**/*.test.ts'],
  },
})
