export { runCli } from './lib/cli/run-cli.ts'
