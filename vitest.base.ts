import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config'

/**
 * How much a run proves, `vitest run --mode <depth>`:
 *
 * - `test` (the default): `*.test.ts`, on each change, in minutes;
 * - `check`: `*.check.test.ts`, what CI runs besides: a small dose of faults, most pages in a browser, installations;
 * - `nightly`: `*.check.test.ts` at full depth, and `*.nightly.test.ts`.
 *
 * A test that runs at two depths reads its own with `inject('depth')`.
 */
export type TestDepth = 'test' | 'check' | 'nightly'

const patterns = {
  test: { include: ['**/*.test.ts'], exclude: ['**/*.{check,nightly}.test.ts'] },
  check: { include: ['**/*.check.test.ts'], exclude: [] },
  nightly: { include: ['**/*.{check,nightly}.test.ts'], exclude: [] },
}

/**
 * The one configuration of all tests, with what a workspace adds. A limit only ends what would never end: no test is judged by its
 * speed, so none sets a limit below these.
 */
export function testConfig(own: (depth: TestDepth) => ViteUserConfig['test'] = () => ({})) {
  return defineConfig(({ mode }) => {
    if (mode !== 'test' && mode !== 'check' && mode !== 'nightly')
      throw new Error(`--mode is "test", "check" or "nightly", not "${mode}".`)
    const { include, exclude } = patterns[mode]
    const limit = mode === 'test' ? 120_000 : 3_600_000
    return {
      test: {
        include,
        exclude: [...configDefaults.exclude, '**/dist/**', '**/.data/**', '**/.results/**', ...exclude],
        reporters:
          mode === 'test' ? ['default', ['json', { outputFile: '.results/vitest.json' }]] : ['default'],
        // Files share no state; sharing the loaded modules and the compiled contract saves half of the time.
        isolate: false,
        // Turbo runs as many tasks at once as there are cores.
        maxWorkers: 1,
        testTimeout: limit,
        hookTimeout: limit,
        teardownTimeout: 60_000,
        expect: { poll: { timeout: limit / 2, interval: 20 } },
        provide: { depth: mode },
        ...own(mode),
      },
    }
  })
}
