import { defineConfig } from 'vitest/config'

// The rules' tests start the linter as a process of its own: generous, because the machine may be busy.
export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: '.results/vitest.json' }]],
    include: ['rules/**/*.test.ts', 'scripts/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
