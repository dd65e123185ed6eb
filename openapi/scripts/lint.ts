import { join } from 'node:path'
import { runRedocly } from './run-redocly.ts'

/** Lints both documents and the workflows with the built-in and the house rules; exits 1 on the first warning or error. */
const run = runRedocly(
  [
    'lint',
    'openapi.yaml',
    'sandbox.yaml',
    'workflows/*.arazzo.yaml',
    '--format',
    'stylish',
    '--max-problems',
    '200',
  ],
  join(import.meta.dirname, '..'),
)
const clean = run.exitCode === 0 && !/\bwarning\b/.test(run.stdout)
if (!clean) {
  process.stdout.write(run.stdout)
  process.stderr.write(run.stderr)
  process.exitCode = 1
}
