#!/usr/bin/env node
import process from 'node:process'
import { runCli } from './commands/run-cli.ts'

process.exitCode = await runCli(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
})
