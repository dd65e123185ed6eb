#!/usr/bin/env node
import { runCommand } from './run-command.ts'

process.exitCode = runCommand(process.argv.slice(2), process)
