#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Caches compiled modules, which halves the start-up time. Modules that were loaded before this line are not cached.
enableCompileCache()
const { runCli } = await import('./cli/run-cli.ts')

process.exitCode = await runCli(process.argv.slice(2), process)
// A hook may leave a connection or a timer open, so the process exits once the output is written.
process.stdout.write('', () => process.exit())
